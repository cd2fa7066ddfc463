/**
 * Whether this service scans files. Without a scanner, a file is `NOT_SCANNED` for good.
 */
import * as Context from "effect/Context"

/** Whether the operator has set up a scanner. */
export const HasScanner = Context.Reference<boolean>("@partner-api/service/HasScanner", { defaultValue: () => false })
