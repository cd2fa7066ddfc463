/**
 * What a failing database means to a caller: the service is unavailable just now, or it is broken.
 *
 * The cause is logged here, once; nothing of it goes further.
 */
import { InternalError, Unavailable } from "@partner-api/domain/Errors"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlError } from "effect/sql/SqlError"

/** After a busy or full database, the delay of `Retry-After`, in seconds. */
const storeRetryAfterSeconds = 5

/** Messages of SQLite for states that pass: no space, no memory, a lock held, a disk that fails. */
const passing = /disk is full|disk I\/O error|out of memory|database is locked|unable to open|readonly database/

const isSqlError = Schema.is(SqlError)

/** A row that its schema refuses is a fault of the service, like a query that the database refuses. */
type QueryError = SqlError | Schema.SchemaError
const isQueryError = (error: unknown): error is QueryError => isSqlError(error) || Schema.isSchemaError(error)
const isOther = <E>(error: E): error is Exclude<E, QueryError> => !isQueryError(error)

const internalError = new InternalError({
  message: "The service failed. Nothing was changed; report the request id if it happens again."
})

const toStoreError = (error: unknown): StoreError =>
  isSqlError(error) && (error.isRetryable || error.reason._tag === "ConnectionError" || passing.test(error.message))
    ? new Unavailable({
        message: "The service cannot reach its storage just now. Nothing was changed; try again later.",
        retryAfterSeconds: storeRetryAfterSeconds
      })
    : internalError

/** Turns the failure of a query into an error of the service, and logs its cause. */
export const orStoreError = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, QueryError> | StoreError, R> =>
  effect.pipe(
    Effect.tapError((error) => (isQueryError(error) ? Effect.logError("storage failed", error.message) : Effect.void)),
    Effect.mapError((error) => (isOther(error) ? error : toStoreError(error)))
  )
