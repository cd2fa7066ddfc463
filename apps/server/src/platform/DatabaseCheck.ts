/**
 * The check of a database that goes on while a server starts. It succeeds when the database is whole and fails when it is damaged.
 * Before it has succeeded nothing is written and no request is answered.
 *
 * A start that fails meanwhile waits for it (`tapCause`): of two reasons, that the database is damaged is reported, as the other may come of it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OperatorError } from "./OperatorError.ts"

export class DatabaseCheck extends Context.Service<DatabaseCheck, Effect.Effect<void, OperatorError>>()(
  "@partner-api/server/DatabaseCheck"
) {}

/** Waits for the check. */
export const checked: Effect.Effect<void, OperatorError, DatabaseCheck> = Effect.flatten(DatabaseCheck)
