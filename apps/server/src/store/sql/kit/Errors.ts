/**
 * Maps failures of a database to errors of the service: `Unavailable` where the failure passes, else `InternalError`. Reads the SQLSTATE of PostgreSQL and the
 * class of the driver's error.
 *
 * Logs the cause once. Callers do not get it.
 */
import { InternalError, Unavailable } from "@partner-api/domain/Errors"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { isSqlError, SqlError, UnknownError } from "effect/sql/SqlError"

// The states of PostgreSQL.

/** The SQLSTATE of a failure; the code of the network where the database did not answer. */
export const sqlStateOf = ({ reason: { cause } }: SqlError): string | undefined =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined

/**
 * States that pass, or that the operator ends: no connection (08), credentials refused (28), a broken or rolled back transaction (25P03,
 * 40), read-only after a failover (25006), no room, memory or connection (53), a lock or a statement that takes too long (55P03, 57014),
 * stopping, starting or terminated (57P), a failing disk (58), a database that is not there (3D000).
 */
const unavailableStates = /^(?:08|28|40|53|57P|58)|^(?:25006|25P03|3D000|55P03|57014)$/

/** The server has closed the connection with these: terminated or stopping (57P), idle in a transaction for too long (25P03). */
const closed = /^(?:08|57P)|^25P03$/

const isLost = (error: SqlError): boolean => error.reason._tag === "ConnectionError"

/** The message of a failure; that of a query has its SQLSTATE, because the message of the driver names the step alone. */
export const explain = (error: { readonly message: string }): string => {
  if (!isSqlError(error)) return error.message
  const { cause } = error.reason
  const message = Predicate.isError(cause) && cause.message !== "" ? cause.message : error.message
  return [sqlStateOf(error), message].filter(Predicate.isNotUndefined).join(" ")
}

/** Turns a defect of SQL into a failure: the rollback of a broken connection fails as a defect, and is no fault of the program. */
export const orFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
  Effect.catchDefect(effect, (defect) => (isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)))

/** Whether a failure passes, and is no fault of the statement. */
const isUnavailable = (error: SqlError): boolean => isLost(error) || unavailableStates.test(sqlStateOf(error) ?? "")

/** Whether a failure has ended the connection. */
export const endsConnection = (error: SqlError): boolean => isLost(error) || closed.test(sqlStateOf(error) ?? "")

/** Whether the session is read-only, after a failover or by a setting. Another session may accept writes. */
export const isReadOnly = (error: SqlError): boolean => sqlStateOf(error) === "25006"

/** Whether a prepared statement is lost, because a pooler runs the transaction in another session. The transaction has changed nothing then. */
export const isStatementLost = (error: SqlError): boolean => sqlStateOf(error) === "26000"

/** The failure of a deferred statement that found a row which another transaction has added meanwhile. */
const lostRace = new SqlError({
  reason: new UnknownError({
    cause: undefined,
    message: "Another transaction has added the same row.",
    operation: "execute"
  })
})

/** Whether a transaction has lost a conflict, and may run again. */
export const isConflict = (error: SqlError): boolean =>
  error === lostRace || error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

/** Whether another row has the value of a unique key. */
export const isUniqueViolation = ({ reason: { _tag } }: SqlError): boolean => _tag === "UniqueViolation"

/** The failure of a deferred statement, whose writer is no longer there to look at it: a unique violation is a conflict, as of {@link orConflict}. */
export const orLostRace = (error: SqlError): SqlError => (isUniqueViolation(error) ? lostRace : error)

/** Whether a statement has waited too long for a lock. */
export const isLockTimeout = (error: SqlError): boolean => sqlStateOf(error) === "55P03"

/** The failure of a statement behind a deferred one that has failed. The failure of that one has its own reader. */
export const undone = new SqlError({
  reason: new UnknownError({
    cause: undefined,
    message: "A statement before this one has failed, and its transaction with it.",
    operation: "execute"
  })
})

/** Whether a statement was not run because one before it in its transaction has failed: `undone`, or the answer of PostgreSQL (25P02). */
export const isUndone = (error: SqlError): boolean => error === undone || sqlStateOf(error) === "25P02"

// Errors of the service.

/** After a busy or full database, the delay of `Retry-After`, in seconds. */
const storeRetryAfterSeconds = 5

/** Messages of SQLite for states that pass: no space, no memory, a lock held, a disk that fails. */
const passing = /disk is full|disk I\/O error|out of memory|database is locked|unable to open|readonly database/

/** A row that its schema refuses or that is missing is a fault of the service, like a query that the database refuses. */
type QueryError = SqlError | Schema.SchemaError | Cause.NoSuchElementError
const isQueryError = (error: unknown): error is QueryError =>
  isSqlError(error) || Schema.isSchemaError(error) || Cause.isNoSuchElementError(error)
const isOther = <E>(error: E): error is Exclude<E, QueryError> => !isQueryError(error)

/** The storage is away, or in a state that passes. The message does not claim that nothing was changed: a write may have committed before its connection broke. */
export const unavailable = new Unavailable({
  message:
    "The service cannot reach its storage just now. Try again later; repeat a write with its Idempotency-Key, for it may have been done.",
  retryAfterSeconds: storeRetryAfterSeconds
})

/** The answer after a statement that was not run because another one has failed, whose failure has its own reader. */
const behindFailure = new Unavailable({
  message: unavailable.message,
  retryAfterSeconds: storeRetryAfterSeconds
})

/** Whether an error of the service is of a statement that was not run because another one has failed. Compares by identity. */
export const isBehindFailure = (error: unknown): boolean => error === behindFailure

const internalError = new InternalError({
  message: "The service failed. Nothing was changed; report the request id if it happens again."
})

/** A transaction that lost a conflict: a deadlock, or a serialization failure. */
const conflicting = new Unavailable({
  message: "Another request was changing the same just now; try again later.",
  retryAfterSeconds: 1
})

/**
 * Makes a unique violation a conflict, so that the transaction runs again and finds the row that another transaction has added meanwhile. SQLite has one
 * writer at a time, so it has no such conflict.
 */
export const orConflict = <A, E, R>(save: Effect.Effect<A, E | SqlError, R>) =>
  Effect.catchIf(
    save,
    (error): error is SqlError => isSqlError(error) && isUniqueViolation(error),
    () => Effect.fail(conflicting)
  )

/** A write on a session that is read-only. Another session may be another machine's. */
const readOnly = new Unavailable({
  message: "The service cannot write to its storage just now; try again later.",
  retryAfterSeconds: storeRetryAfterSeconds
})

/** A pooler has lost a prepared statement. The client prepares none from then on. */
const statementLost = new Unavailable({
  message: "The service cannot use its storage just now; try again later.",
  retryAfterSeconds: storeRetryAfterSeconds
})

/** Whether a transaction has changed nothing, and may run again. Compares the three errors of this file by identity. */
export const isRepeatable = (error: unknown): boolean =>
  error === conflicting || error === readOnly || error === statementLost

const isPassing = (error: SqlError): boolean =>
  error.isRetryable || error.reason._tag === "ConnectionError" || passing.test(error.message) || isUnavailable(error)

const toStoreError = (error: unknown): StoreError => {
  if (!isSqlError(error)) return internalError
  if (isConflict(error)) return conflicting
  if (isReadOnly(error)) return readOnly
  if (isStatementLost(error)) return statementLost
  if (isUndone(error)) return behindFailure
  return isPassing(error) ? unavailable : internalError
}

/** Whether a failure needs no log entry: the transaction runs again after it, or another failure has one. */
const isKnown = (error: unknown): boolean =>
  isSqlError(error) && (isUndone(error) || isConflict(error) || isStatementLost(error))

/** As {@link orStoreError}, for what has failed. */
const explained = <A, E>(failed: Effect.Effect<A, E>): Effect.Effect<A, Exclude<E, QueryError> | StoreError> =>
  Effect.catch(orFailure(failed), (error) => {
    const answer = Effect.fail<Exclude<E, QueryError> | StoreError>(isOther(error) ? error : toStoreError(error))
    return isQueryError(error) && !isKnown(error)
      ? Effect.andThen(Effect.logError("storage failed", explain(error)), answer)
      : answer
  })

/** Turns the failure of a query into an error of the service, and logs its cause. Most queries succeed, and pass one step. */
export const orStoreError = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, QueryError> | StoreError, R> =>
  Effect.catchCause(effect, (cause) => explained(Effect.failCause(cause)))
