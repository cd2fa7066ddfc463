/**
 * What a failing database means to a caller: the service is unavailable just now, or it is broken.
 *
 * The cause is logged here, once; nothing of it goes further.
 */
import { InternalError, Unavailable } from "@partner-api/domain/Errors"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import {
  explain,
  isConflict,
  isReadOnly,
  isStatementLost,
  isUnavailable,
  isUniqueViolation,
  orFailure
} from "../postgres/PostgresState.ts"

/** After a busy or full database, the delay of `Retry-After`, in seconds. */
const storeRetryAfterSeconds = 5

/** Messages of SQLite for states that pass: no space, no memory, a lock held, a disk that fails. */
const passing = /disk is full|disk I\/O error|out of memory|database is locked|unable to open|readonly database/

/** A row that its schema refuses or that is missing is a fault of the service, like a query that the database refuses. */
type QueryError = SqlError | Schema.SchemaError | Cause.NoSuchElementError
const isQueryError = (error: unknown): error is QueryError =>
  isSqlError(error) || Schema.isSchemaError(error) || Cause.isNoSuchElementError(error)
const isOther = <E>(error: E): error is Exclude<E, QueryError> => !isQueryError(error)

/** A write may have been done although its answer was lost, so nothing is said of that; its key tells. */
const unavailable = new Unavailable({
  message:
    "The service cannot reach its storage just now. Try again later; repeat a write with its Idempotency-Key, for it may have been done.",
  retryAfterSeconds: storeRetryAfterSeconds
})

const internalError = new InternalError({
  message: "The service failed. Nothing was changed; report the request id if it happens again."
})

/** A transaction that lost against another one: a deadlock, or a conflict of what both have read. */
const conflicting = new Unavailable({
  message: "Another request was changing the same just now; try again later.",
  retryAfterSeconds: 1
})

/**
 * Lets a transaction run again whose row met another one that was not there when it looked: now it finds that one. With one writer at a
 * time there is none.
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

/** A pooler has lost a prepared statement, and none is prepared from then on. */
const statementLost = new Unavailable({
  message: "The service cannot use its storage just now; try again later.",
  retryAfterSeconds: storeRetryAfterSeconds
})

/** Whether a transaction has changed nothing, and may be run again. The failures are known by their values. */
export const isRepeatable = (error: unknown): boolean =>
  error === conflicting || error === readOnly || error === statementLost

const isPassing = (error: SqlError): boolean =>
  error.isRetryable || error.reason._tag === "ConnectionError" || passing.test(error.message) || isUnavailable(error)

const toStoreError = (error: unknown): StoreError => {
  if (!isSqlError(error)) return internalError
  if (isConflict(error)) return conflicting
  if (isReadOnly(error)) return readOnly
  if (isStatementLost(error)) return statementLost
  return isPassing(error) ? unavailable : internalError
}

/** Whether a failure is part of the service at work, or is in the log already. */
const isKnown = (error: unknown): boolean => isSqlError(error) && (isConflict(error) || isStatementLost(error))

/** Turns the failure of a query into an error of the service, and logs its cause. */
export const orStoreError = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, QueryError> | StoreError, R> =>
  Effect.catch(orFailure(effect), (error) => {
    const failed = Effect.fail<Exclude<E, QueryError> | StoreError>(isOther(error) ? error : toStoreError(error))
    return isQueryError(error) && !isKnown(error)
      ? Effect.andThen(Effect.logError("storage failed", explain(error)), failed)
      : failed
  })
