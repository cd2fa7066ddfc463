/**
 * Before `pnpm verify`: bundles the real server too, for tasks that run against it.
 */
import { buildInto, ownPrograms } from "../test/buildPrograms.ts"

export default buildInto({ ...ownPrograms, "partner-api": "../server/src/main.ts" })
