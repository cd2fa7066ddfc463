/**
 * Whether this service sends mail. Without mail, whoever makes a link sends it.
 */
import * as Context from "effect/Context"

/** Whether the operator has set up mail. */
export const HasMail = Context.Reference<boolean>("@partner-api/service/HasMail", { defaultValue: () => false })
