/**
 * A session of PostgreSQL as an Effect SQL connection whose every statement is answered in bounded time, whatever the database does.
 *
 * The timeouts of the database end a statement that is slow. The one here ends the wait for a database that hangs, which keeps no
 * timeouts: the wait ends at once, and the session is taken out of its pool.
 */
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import type { DeferringConnection } from "../sql/kit/Statements.ts"
import { inTime } from "./InTime.ts"
import { answerTimeoutMs } from "./PostgresLimits.ts"

const unanswered = new SqlError({
  reason: new ConnectionError({
    cause: undefined,
    message: `The database has not answered for ${answerTimeoutMs} ms.`,
    operation: "execute"
  })
})

/** Whether the database has not answered in time. */
export const isUnanswered = (error: SqlError): boolean => error === unanswered

/** A query goes on without a reader when it takes longer than it may, until its session is closed. */
const answered = inTime({ limitMs: answerTimeoutMs, late: unanswered, endsLate: false })

/** How a session is used. */
export interface SessionOptions {
  /** Whether statements have a timeout; work on the whole database has none. */
  readonly isBounded: boolean
  /** Whether statements are prepared. */
  readonly prepares: () => boolean
  /** Gets every failure. */
  readonly onFailure: (error: SqlError) => Effect.Effect<void>
}

/** Whether a statement rolls back the transaction or a savepoint. Deferred statements are then discarded. */
const isRollback = (sql: string): boolean => sql.startsWith("ROLLBACK")

/** Makes a connection of a session. Statements may be deferred only where the session has one user. */
export const makePostgresConnection = (
  session: PgConnection,
  { isBounded, onFailure, prepares }: SessionOptions
): DeferringConnection => {
  const guarded = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.tapError(isBounded ? answered(query) : query, onFailure)

  const waiting: Array<Effect.Effect<unknown, SqlError>> = []

  /** Sends the deferred statements and then `query`, without waiting for answers in between. PostgreSQL runs them in this order. */
  const withWaiting = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const fork = Effect.runForkWith(context)
      const earlier = waiting.splice(0).map((statement) => fork(statement))
      const joined = Fiber.joinAll(earlier)
      // One that was not sent has failed at once: without it, nothing may be committed.
      return earlier.some((fiber) => fiber.pollUnsafe() !== undefined)
        ? Effect.andThen(joined, query)
        : Effect.flatMap(Effect.exit(query), (exit) => Effect.andThen(joined, exit))
    })

  const run = <A>(sql: string, query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      if (waiting.length > 0 && isRollback(sql)) waiting.length = 0
      return guarded(waiting.length === 0 ? query : withWaiting(query))
    })

  // A prepared ROLLBACK that the database has dropped would leave the transaction open.
  const rows =
    (prepare: boolean): Connection["execute"] =>
    (sql, params, transformRows) =>
      Effect.map(run(sql, session.query(sql, params, prepare && prepares() && !isRollback(sql))), (result) =>
        transformRows === undefined ? result.rows : transformRows(result.rows)
      )

  const values =
    (prepare: boolean): Connection["executeValues"] =>
    (sql, params) =>
      run(sql, session.queryValues(sql, params, prepare && prepares()))

  return {
    execute: rows(true),
    executeUnprepared: rows(false),
    executeValues: values(true),
    executeValuesUnprepared: values(false),
    executeRaw: (sql, params) => run(sql, session.query(sql, params, prepares())),
    executeStream: (sql, params) => session.stream(sql, params),
    defer: (sql, params) => Effect.sync(() => void waiting.push(session.queryValues(sql, params, prepares())))
  }
}
