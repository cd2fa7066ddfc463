/**
 * The file of the embedded database, for what copies files. A database of PostgreSQL is refused.
 */
import * as Effect from "effect/Effect"
import { type DatabaseTarget, nameOf } from "./DatabaseTarget.ts"
import { OperatorError } from "./OperatorError.ts"

/** The file; `what` names the step that copies it, in words of the operator. */
export const embeddedFile = (target: DatabaseTarget, what = "this command"): Effect.Effect<string, OperatorError> =>
  target._tag === "Sqlite"
    ? Effect.succeed(target.file)
    : Effect.fail(
        new OperatorError({
          message: `The database ${nameOf(target)} is PostgreSQL's: ${what} copies the file of the embedded database.`,
          remedy: "Use pg_dump and pg_restore, as docs/postgres.md shows."
        })
      )
