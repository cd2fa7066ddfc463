/**
 * A connection to PostgreSQL whose every statement is answered in bounded time, whatever the database does.
 *
 * The timeouts of the database end a statement that is slow. This one ends the wait for a database that hangs, which keeps no timeouts:
 * the wait ends at once, and the pool closes the connection.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { answerTimeoutMs } from "./PostgresLimits.ts"
import { endsConnection } from "./PostgresState.ts"

const unanswered = new SqlError({
  reason: new ConnectionError({
    cause: undefined,
    message: `The database has not answered for ${answerTimeoutMs} ms.`,
    operation: "execute"
  })
})

/** Fails when a query takes longer than it may. The query goes on without a reader, until its connection is closed. */
const answered = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
  Effect.withFiber((caller) =>
    Effect.callback<A, SqlError>((resume) => {
      const fiber = Effect.runForkWith(caller.context)(query)
      const timer = setTimeout(() => resume(Effect.fail(unanswered)), answerTimeoutMs)
      fiber.addObserver((exit) => {
        clearTimeout(timer)
        resume(exit)
      })
      return Effect.andThen(
        Effect.sync(() => clearTimeout(timer)),
        Fiber.interrupt(fiber)
      )
    })
  )

/** How a connection is used. */
export interface ConnectionOptions {
  /** Whether statements have a timeout; work on the whole database has none. */
  readonly isBounded: boolean
  /** Called when the connection has ended; what is open on it has ended too. */
  readonly onLost: () => void
}

/** Bounds the statements of a connection, and tells when it is lost. */
export const makePostgresConnection = (
  connection: Connection,
  { isBounded, onLost }: ConnectionOptions
): Connection => {
  const guarded = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.tapError(isBounded ? answered(query) : query, (error) =>
      endsConnection(error) ? Effect.sync(onLost) : Effect.void
    )
  return {
    execute: (sql, params, transformRows) => guarded(connection.execute(sql, params, transformRows)),
    executeRaw: (sql, params) => guarded(connection.executeRaw(sql, params)),
    executeStream: connection.executeStream.bind(connection),
    executeUnprepared: (sql, params, transformRows) =>
      guarded(connection.executeUnprepared(sql, params, transformRows)),
    executeValues: (sql, params) => guarded(connection.executeValues(sql, params)),
    executeValuesUnprepared: (sql, params) => guarded(connection.executeValuesUnprepared(sql, params))
  }
}
