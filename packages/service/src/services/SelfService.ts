/**
 * Whether clients make and end their own secrets (recruiting 11). A service whose secrets come from a register of their own turns it off.
 */
import * as Context from "effect/Context"

/** Whether clients may; on by default. */
export const SelfService = Context.Reference<boolean>("@partner-api/service/SelfService", { defaultValue: () => true })
