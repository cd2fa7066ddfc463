/**
 * What a failure of PostgreSQL says of its state, by SQLSTATE and by the class that the driver gives it.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** The SQLSTATE of a failure; the code of the network where the database did not answer. */
export const sqlStateOf = ({ reason: { cause } }: SqlError): string | undefined =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined

/**
 * States that pass, or that the operator ends: no connection (08), credentials refused (28), a broken or rolled back transaction (25P03,
 * 40), read-only after a failover (25006), no room, memory or connection (53), a lock or a statement that takes too long (55P03, 57014),
 * stopping, starting or terminated (57P), a failing disk (58), a database that is not there (3D000).
 */
const unavailable = /^(?:08|28|40|53|57P|58)|^(?:25006|25P03|3D000|55P03|57014)$/

/** The server has closed the connection with these: terminated or stopping (57P), idle in a transaction for too long (25P03). */
const closed = /^(?:08|57P)|^25P03$/

const isLost = (error: SqlError): boolean => error.reason._tag === "ConnectionError"

/** What a failure says; that of a query with its SQLSTATE, because the driver's own message only names the step. */
export const explain = (error: { readonly message: string }): string => {
  if (!isSqlError(error)) return error.message
  const { cause } = error.reason
  const said = Predicate.isError(cause) && cause.message !== "" ? cause.message : error.message
  return [sqlStateOf(error), said].filter(Predicate.isNotUndefined).join(" ")
}

/** A transaction whose connection breaks cannot be rolled back either: a failure of the database, and no fault of the program. */
export const orFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
  Effect.catchDefect(effect, (defect) => (isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)))

/** Whether a failure is of the moment, and no fault of the statement. */
export const isUnavailable = (error: SqlError): boolean => isLost(error) || unavailable.test(sqlStateOf(error) ?? "")

/** Whether a failure has ended the connection. */
export const endsConnection = (error: SqlError): boolean => isLost(error) || closed.test(sqlStateOf(error) ?? "")

/** Whether the database takes no writes: it was a primary, or it is set so. Another session may find another state. */
export const isReadOnly = (error: SqlError): boolean => sqlStateOf(error) === "25006"

/** Whether a prepared statement is lost: a pooler lets another session run the transaction. Within a transaction, nothing is changed then. */
export const isStatementLost = (error: SqlError): boolean => sqlStateOf(error) === "26000"

/** Whether a transaction has lost against another one, and may be run again. */
export const isConflict = ({ reason: { _tag } }: SqlError): boolean =>
  _tag === "DeadlockError" || _tag === "SerializationError"

/** Whether another row has the value that is one row's alone. */
export const isUniqueViolation = ({ reason: { _tag } }: SqlError): boolean => _tag === "UniqueViolation"

/** Whether a statement has waited too long for a lock. */
export const isLockTimeout = (error: SqlError): boolean => sqlStateOf(error) === "55P03"
