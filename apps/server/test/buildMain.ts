/** Before the tests of `pnpm test`: bundles `partner-api`, the one program that a few of them start. */
import { buildMain, builtInto } from "./buildPrograms.ts"

export default builtInto(buildMain)
