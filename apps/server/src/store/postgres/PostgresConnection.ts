/**
 * A session of PostgreSQL as an Effect SQL connection whose every statement is answered in bounded time, whatever the database does.
 *
 * The timeouts of the database end a statement that is slow. The one here ends the wait for a database that hangs, which keeps no
 * timeouts: the wait ends at once, and the session is taken out of its pool.
 */
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { undone } from "../sql/kit/Errors.ts"
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

/** The settings of a session. */
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

/** The statement that begins the transaction of a write. One with an isolation level is sent at once. */
const begin = "BEGIN"

/** Whether a statement only reads or locks: alone, without the transaction whose BEGIN has failed, it changes nothing. */
const isRead = (sql: string): boolean => /^\s*SELECT\b/.test(sql)

/** A deferred statement. */
interface Waiting {
  readonly statement: Effect.Effect<unknown, SqlError>
  readonly isRead: boolean
  /** Whether a read may be sent before it. */
  readonly mayFollow: boolean
}

/** Makes a connection of a session. Statements may be deferred only where the session has one user. */
export const makePostgresConnection = (
  session: PgConnection,
  { isBounded, onFailure, prepares }: SessionOptions
): DeferringConnection => {
  const guarded = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.tapError(isBounded ? answered(query) : query, onFailure)

  const waiting: Array<Waiting> = []

  /** The number of statements that callers have sent. */
  let sentCount = 0

  /** The end of a BEGIN that has been sent and not answered; absent else. */
  let begun: Deferred.Deferred<void> | undefined

  /**
   * BEGIN waits for the first statement, and is sent with it where that one reads or locks. A statement that writes would commit alone where BEGIN fails, so
   * it is sent once BEGIN is done. BEGIN is not prepared: the driver sends one that the database has dropped again, after the statements behind it.
   */
  const beginning: Waiting = {
    statement: Effect.suspend(() => {
      const end = Deferred.makeUnsafe<void>()
      begun = end
      return Effect.ensuring(
        session.queryValues(begin, [], false),
        Effect.sync(() => {
          begun = undefined
          Deferred.doneUnsafe(end, Exit.void)
        })
      )
    }),
    isRead: true,
    mayFollow: false
  }

  /** Whether nothing of the transaction has been sent yet. */
  const isUnsent = (): boolean => waiting[0] === beginning

  /** Sends deferred statements and then `query`, without waiting for answers in between. PostgreSQL runs them in this order. */
  const sendAfter = <A>(sent: ReadonlyArray<Waiting>, query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const fork = Effect.runForkWith(context)
      const earlier = sent.map(({ statement }) => fork(statement))
      const joined = Fiber.joinAll(earlier)
      // One that was not sent has failed at once: without it, nothing may be committed.
      return earlier.some((fiber) => fiber.pollUnsafe() !== undefined)
        ? Effect.andThen(joined, query)
        : Effect.flatMap(Effect.exit(query), (exit) => Effect.andThen(joined, exit))
    })

  const sendWith = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> => {
    sentCount += 1
    return guarded(waiting.length === 0 ? query : sendAfter(waiting.splice(0), query))
  }

  /** Sends BEGIN where it waits, and ends once it is done. */
  const sendBegin: Effect.Effect<unknown, SqlError> = Effect.suspend(() => {
    if (begun !== undefined) return guarded(Deferred.await(begun))
    if (!isUnsent()) return Effect.void
    waiting.shift()
    return guarded(beginning.statement)
  })

  /** Sends what waits and then `query`, once BEGIN is done. */
  const sendBegun = <A>(query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.andThen(
      sendBegin,
      Effect.suspend(() => sendWith(query))
    )

  const sendWaiting = sendBegun(Effect.void)

  const run = <A>(sql: string, query: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      if (waiting.length > 0 && isRollback(sql)) waiting.length = 0
      if (begun === undefined && !isUnsent()) return sendWith(query)
      const before = waiting.filter(({ mayFollow }) => !mayFollow)
      if (!isRead(sql) || !before.every((one) => one.isRead)) return sendBegun(query)
      const after = waiting.filter(({ mayFollow }) => mayFollow)
      waiting.splice(0, waiting.length, ...after)
      sentCount += 1
      return guarded(sendAfter(before, query))
    })

  /** Runs a statement that begins or ends a transaction, where it need not be sent: BEGIN waits, and its end takes it back where nothing has been sent. */
  const isHeldBack = (sql: string): boolean => {
    if (sql === begin) {
      waiting.push(beginning)
      return true
    }
    if (!isUnsent() || !(isRollback(sql) || (sql === "COMMIT" && waiting.length === 1))) return false
    waiting.length = 0
    return true
  }

  // A prepared ROLLBACK that the database has dropped would leave the transaction open.
  const rows =
    (prepare: boolean): Connection["execute"] =>
    (sql, params, transformRows) =>
      Effect.suspend(() =>
        isHeldBack(sql)
          ? Effect.succeed([])
          : Effect.map(run(sql, session.query(sql, params, prepare && prepares() && !isRollback(sql))), (result) =>
              transformRows === undefined ? result.rows : transformRows(result.rows)
            )
      )

  const values =
    (prepare: boolean): Connection["executeValues"] =>
    (sql, params) =>
      run(sql, session.queryValues(sql, params, prepare && prepares()))

  return {
    sentCount: () => sentCount,
    execute: rows(true),
    executeUnprepared: rows(false),
    executeValues: values(true),
    executeValuesUnprepared: values(false),
    executeRaw: (sql, params) =>
      Effect.suspend(() => (isHeldBack(sql) ? Effect.void : run(sql, session.query(sql, params, prepares())))),
    executeStream: (sql, params) => Stream.unwrap(Effect.as(sendWaiting, session.stream(sql, params))),
    deferRows: (sql, params) =>
      Effect.sync(() => {
        const rows = Deferred.makeUnsafe<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>()
        const statement = Effect.flatMap(
          Effect.exit(Effect.tapError(session.queryValues(sql, params, prepares()), onFailure)),
          (exit) => {
            Deferred.doneUnsafe(rows, exit)
            return Exit.isSuccess(exit) ? Effect.void : Effect.fail(undone)
          }
        )
        const later: Waiting = { statement, isRead: false, mayFollow: true }
        waiting.push(later)
        const given = guarded(Deferred.await(rows))
        // Its own failure counts first. Where another deferred statement has failed that was sent with it, nobody else waits for that one.
        return Effect.suspend(() =>
          waiting.includes(later)
            ? Effect.flatMap(Effect.exit(sendWaiting), (sent) =>
                Effect.flatMap(given, (found) => Effect.as(sent, found))
              )
            : given
        )
      }),
    defer: (sql, params, toFailure) =>
      Effect.sync(() => {
        const statement = session.queryValues(sql, params, prepares())
        waiting.push({
          statement: toFailure === undefined ? statement : Effect.mapError(statement, toFailure),
          isRead: isRead(sql),
          mayFollow: false
        })
      })
  }
}
