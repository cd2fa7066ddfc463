/**
 * A session of PostgreSQL as an Effect SQL connection whose every statement is answered in bounded time, whatever the database does.
 *
 * The timeouts of the database end a statement that is slow. The one here ends the wait for a database that hangs, which keeps no
 * timeouts: the wait ends at once. The pool closes a session of one user when it gets it back with a statement under way; one that reads share is
 * taken out of the pool.
 */
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
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
  /** Is told of every failure. */
  readonly onFailure: (error: SqlError) => Effect.Effect<void>
}

/** Makes a connection of a session. */
export const makePostgresConnection = (session: PgConnection, { isBounded, onFailure }: SessionOptions): Connection => {
  const guarded = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.tapError(isBounded ? answered(query) : query, onFailure)

  const rows =
    (prepare: boolean): Connection["execute"] =>
    (sql, params, transformRows) =>
      Effect.map(guarded(session.query(sql, params, prepare)), (result) =>
        transformRows === undefined ? result.rows : transformRows(result.rows)
      )

  const values =
    (prepare: boolean): Connection["executeValues"] =>
    (sql, params) =>
      guarded(session.queryValues(sql, params, prepare))

  return {
    execute: rows(true),
    executeUnprepared: rows(false),
    executeValues: values(true),
    executeValuesUnprepared: values(false),
    executeRaw: (sql, params) => guarded(session.query(sql, params)),
    executeStream: (sql, params) => session.stream(sql, params)
  }
}
