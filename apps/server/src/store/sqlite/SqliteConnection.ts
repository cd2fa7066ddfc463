/**
 * A `node:sqlite` database as an Effect SQL connection: prepared statements, kept and bounded, and errors classified.
 *
 * Synchronous underneath: a statement occupies the process until SQLite has answered. It does not manage transactions or
 * waiting; `SqliteClient.ts` does.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

/** The maximum number of prepared statements of each connection: more than the program has, so none is prepared twice. */
const statementsMax = 256

/** Gives every failure of SQLite a class. Node puts the number of the error into `errcode`. */
export const toSqlError = (cause: unknown, operation: string): SqlError => {
  const code = Predicate.hasProperty(cause, "errcode") ? cause.errcode : undefined
  const reason = classifySqliteError(
    { errno: code, message: Predicate.isError(cause) ? cause.message : "" },
    {
      message: Predicate.isError(cause) ? cause.message : "SQLite failed",
      operation
    }
  )
  return new SqlError({ reason })
}

const isInput = (value: unknown): value is SQLInputValue =>
  value === null ||
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "bigint" ||
  value instanceof Uint8Array
const areInputs = (values: ReadonlyArray<unknown>): values is ReadonlyArray<SQLInputValue> => values.every(isInput)
/** Rows of a statement that gives arrays; Node's types have objects alone. */
const areArrays = (rows: ReadonlyArray<object>): rows is ReadonlyArray<ReadonlyArray<unknown>> =>
  rows[0] === undefined || Array.isArray(rows[0])
/** Rows of a statement of which nothing else is expected. */
const isAny = <Rows>(_rows: Rows): _rows is Rows => true
const noArrays = new TypeError("A row is no array of its columns")
const noInput = new TypeError("A parameter is of a type that SQLite does not have")

/** Keeps prepared statements of one database; the one prepared longest ago goes first. */
const makeStatements = (db: DatabaseSync, asArrays: boolean) => {
  const statements = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = db.prepare(sql)
    statement.setReturnArrays(asArrays)
    statements.set(sql, statement)
    const oldest = statements.keys().next()
    if (statements.size > statementsMax && oldest.done !== true) statements.delete(oldest.value)
    return statement
  }
}

/** The connection, and whether a transaction is open on it. */
export interface SqliteConnection extends Connection {
  readonly isTransaction: () => boolean
}

/** Makes a connection of an open database. With `onFailure`, that decides what becomes of a statement that fails. */
export const makeSqliteConnection = (
  db: DatabaseSync,
  onFailure: (error: SqlError) => Effect.Effect<never, SqlError> = Effect.fail
): SqliteConnection => {
  const objects = makeStatements(db, false)
  const arrays = makeStatements(db, true)

  /** Runs a statement in one step: each step more would be one for every statement. */
  const attempt = <Rows, A extends Rows>(
    operation: string,
    params: ReadonlyArray<unknown>,
    run: (inputs: ReadonlyArray<SQLInputValue>) => Rows,
    isExpected: (rows: Rows) => rows is A
  ): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      if (!areInputs(params)) return onFailure(toSqlError(noInput, operation))
      const done = Result.try({ try: () => run(params), catch: (cause) => toSqlError(cause, operation) })
      if (Result.isFailure(done)) return onFailure(done.failure)
      return isExpected(done.success) ? Effect.succeed(done.success) : Effect.fail(toSqlError(noArrays, operation))
    })

  const execute: Connection["execute"] = (sql, params, transformRows) =>
    attempt(
      "execute",
      params,
      (inputs) => {
        const rows = objects(sql).all(...inputs)
        return transformRows === undefined ? rows : transformRows(rows)
      },
      isAny
    )

  const executeValues: Connection["executeValues"] = (sql, params) =>
    attempt("executeValues", params, (inputs) => arrays(sql).all(...inputs), areArrays)

  return {
    isTransaction: () => db.isTransaction,
    execute,
    executeUnprepared: execute,
    executeValues,
    executeValuesUnprepared: executeValues,
    executeRaw: (sql, params) => attempt("executeRaw", params, (inputs) => objects(sql).run(...inputs), isAny),
    executeStream: (sql, params, transformRows) =>
      Stream.unwrap(Effect.map(execute(sql, params, transformRows), Stream.fromIterable))
  }
}
