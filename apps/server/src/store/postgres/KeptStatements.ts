/**
 * Whether a session still has the statements that it has prepared in an earlier transaction. Behind a pooler in transaction mode it may have lost
 * them: any session of the pooler runs the next transaction.
 */
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import type { Scope } from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { isStatementLost } from "../sql/kit/Errors.ts"

/** The number of tries of a transaction: a pooler that takes its sessions in turn gives the same one now and then. */
const rounds = 4

/** A pooler with a single session lets the second transaction wait for the first one. */
const waitMs = 2_000

const isLost = (error: SqlError | OperatorError): boolean => isSqlError(error) && isStatementLost(error)

/**
 * Prepares a statement on one session, and runs it in transactions while another session is busy with one, so that a pooler needs a second
 * session for them. Gives nothing where that does not come about. `open` opens a session.
 */
export const keepsStatements = (
  open: Effect.Effect<SqlClient, OperatorError, Scope>
): Effect.Effect<boolean | undefined> =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* open
      const busy = yield* open
      const prepared = sql`SELECT pg_backend_pid()`
      yield* prepared
      const again = Effect.replicateEffect(sql.withTransaction(prepared), rounds, { discard: true })
      yield* busy.withTransaction(Effect.andThen(busy`SELECT 1`, again))
    })
  ).pipe(
    Effect.as(true),
    Effect.catch((error) => Effect.succeed(isLost(error) ? false : undefined)),
    Effect.timeoutOrElse({ duration: waitMs, orElse: () => Effect.succeed(undefined) }),
    // What a client warns of is the answer here.
    Effect.provideService(References.MinimumLogLevel, "None")
  )
