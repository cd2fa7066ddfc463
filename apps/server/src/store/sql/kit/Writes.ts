/**
 * Parts of statements that write: inserts, the moment of a write, the rows of one statement, and the rows that a write finds by their names.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment, Statement } from "effect/sql/Statement"
import { deferredOn, placedStatement, type StatementOptions, type StatementValue } from "./Statements.ts"
import { makeLocks } from "./Transactions.ts"

/**
 * Runs a statement whose rows its caller does not need. Inside a transaction on PostgreSQL it is sent with the next statement, unless the request is traced;
 * a unique violation is then a conflict, as of `orConflict`.
 */
export const written = (client: SqlClient, statement: Statement<unknown>): Effect.Effect<void, SqlError> =>
  Effect.withFiber(({ context }) => deferredOn(client, context, statement) ?? Effect.asVoid(statement))

// The moment of a write: later than that of the last write of the row, also where the clock was set back.

const greatest = (sql: SqlClient) => sql.literal(sql.onDialectOrElse({ sqlite: () => "max", orElse: () => "GREATEST" }))

/** The moment of a write in an upsert of a table. */
export const nextWrittenAt = (sql: SqlClient, table: string) =>
  sql`${greatest(sql)}(excluded.written_at_ms, ${sql(table)}.written_at_ms + 1)`

/** The moment of an update; `nowMs` is a value, or its place in a named statement. */
export const updated = (sql: SqlClient, nowMs: number | string) =>
  sql`${greatest(sql)}(CAST(${nowMs} AS BIGINT), written_at_ms + 1)`

// Batches of rows in the order of their keys, so that two transactions that write the same rows do not deadlock. Of rows with one key, the last is written.

/** The number of rows of one statement: few enough for the parameters that an engine accepts. */
const rowsPerStatement = 500

export const batchesByKey = <Row>(
  rows: ReadonlyArray<Row>,
  keyOf: (row: Row) => string
): ReadonlyArray<Arr.NonEmptyReadonlyArray<Row>> =>
  Arr.chunksOf(
    Arr.sort([...new Map(rows.map((row) => [keyOf(row), row])).values()], Order.mapInput(Order.String, keyOf)),
    rowsPerStatement
  )

// Batches of four sizes: a connection keeps the statement of each size prepared, and prepares no other size.

/** The sizes of a batch. The largest has a thousand parameters; both engines accept many more. */
const sizes = [64, 16, 4, 1]

const chunksOf = <Row>(rows: ReadonlyArray<Row>): ReadonlyArray<Arr.NonEmptyReadonlyArray<Row>> => {
  const batches: Array<Arr.NonEmptyReadonlyArray<Row>> = []
  let start = 0
  for (const size of sizes) {
    for (; rows.length - start >= size; start += size) {
      const batch = rows.slice(start, start + size)
      if (Arr.isReadonlyArrayNonEmpty(batch)) batches.push(batch)
    }
  }
  return batches
}

/** Runs a statement for each batch of rows, in order, and returns the results. */
export const inStatements = <Row, A, E, R>(
  rows: ReadonlyArray<Row>,
  run: (batch: Arr.NonEmptyReadonlyArray<Row>) => Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<A>, E, R> => Effect.forEach(chunksOf(rows), run)

// Rows by their external ids, or by another indexed key. The statement runs on the connection that writes, and locks the rows: they decide what the same
// transaction writes next.

/** The values of {@link selectNamed}: an organization, and external ids or other keys. */
export const Named = Schema.Struct({ organizationId: Schema.String, names: Schema.Array(Schema.String) })

/** A table, and the columns of an index by which its rows are found. */
interface KeyedTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** The columns of an index, after that of the organization. */
  readonly keys: ReadonlyArray<string>
}

/**
 * Selects the rows of a table by at least one value of its keys; a repeated value finds a row once. The statement joins the values with the index, because
 * for a long `IN` list SQLite would read every row of the organization.
 */
export const selectKeyed = (
  sql: SqlClient,
  { columns, keys, name }: KeyedTable,
  { organizationId, values }: { readonly organizationId: string; readonly values: ReadonlyArray<ReadonlyArray<string>> }
) => {
  const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
  const rows = sql.csv(Arr.map(distinct, (value) => sql`(${sql.csv(value.map((part) => sql`${part}`))})`))
  const wanted = sql.literal(keys.join(", "))
  const found = sql.literal(columns.map((column) => `found.${column}`).join(", "))
  const matches = sql.and(keys.map((key) => sql.literal(`found.${key} = wanted.${key}`)))
  return sql`
    WITH wanted(${wanted}) AS (VALUES ${rows})
    SELECT ${found} FROM wanted CROSS JOIN ${sql(name)} AS found
    WHERE found.organization_id = ${organizationId} AND ${matches}`
}

/** Selects and locks the rows of a table by at least one value of the column `key`, which is the external id by default. */
export const selectNamed = (
  sql: SqlClient,
  table: { readonly name: string; readonly columns: ReadonlyArray<string>; readonly key?: string },
  { organizationId, names }: typeof Named.Type
) =>
  sql`${selectKeyed(
    sql,
    { ...table, keys: [table.key ?? "external_id"] },
    { organizationId, values: names.map((name) => [name]) }
  )} ${makeLocks(sql).forUpdateOf("found")}`

// Inserts. Most writes add one row to each of several tables: the text of such a statement is built once for the columns of its rows.

/** Rows of one table, by their columns. */
export type NewRows = Arr.NonEmptyReadonlyArray<Readonly<Record<string, StatementValue>>>

/** Rows of several tables, by the names of the tables in `build`. */
type RowsOf<Table extends string> = Readonly<Record<Table, NewRows>>

/**
 * A statement that adds rows to tables in the transaction under way. Where each table gets one row, it is a named statement, whose text is built once for the
 * columns of the rows. For several rows of a table, the client builds the text.
 */
export const rowInsert = <Table extends string>(
  sql: SqlClient,
  build: (rows: RowsOf<Table>) => Fragment,
  options?: StatementOptions
) => {
  const insertOne = (rows: RowsOf<Table>) =>
    placedStatement<readonly [table: Table, column: string]>(
      sql,
      (place) =>
        build(Record.map(rows, ([row], table): NewRows => [Record.map(row, (_, column) => place([table, column]))])),
      options
    )
  /** The named statements by the columns of their rows. A table has few sets of columns. */
  const inserts = new Map<string, ReturnType<typeof insertOne>>()
  return (rows: RowsOf<Table>) => {
    const tables: ReadonlyArray<NewRows> = Object.values(rows)
    if (tables.some(({ length }) => length > 1)) return sql`${build(rows)}`.values
    const columns = tables.map(([row]) => Object.keys(row).join()).join(";")
    let insert = inserts.get(columns)
    if (insert === undefined) {
      insert = insertOne(rows)
      inserts.set(columns, insert)
    }
    return insert(([table, column]) => rows[table][0][column] ?? null)
  }
}
