/**
 * Parts of statements that write: inserts, the moment of a write, the rows of one statement, and the rows that a write finds by their names.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { placedStatement, type StatementOptions, type StatementValue } from "./Statements.ts"
import { makeLocks } from "./Transactions.ts"

// The moment of a write: never as old as that of the write before, whatever the clock shows.

const greatest = (sql: SqlClient) => sql.literal(sql.onDialectOrElse({ sqlite: () => "max", orElse: () => "GREATEST" }))

/** The moment of a write in an upsert of a table. */
export const nextWrittenAt = (sql: SqlClient, table: string) =>
  sql`${greatest(sql)}(excluded.written_at_ms, ${sql(table)}.written_at_ms + 1)`

/** The moment of an update. */
export const updated = (sql: SqlClient, nowMs: number) =>
  sql`${greatest(sql)}(CAST(${nowMs} AS BIGINT), written_at_ms + 1)`

// Rows of one statement, in the order of their keys: two transactions that write the same rows meet in one order, and neither waits for the other in a
// circle. A key that comes twice is written once, as it came last.

/** The number of rows written with one statement: few enough for the parameters that an engine takes. */
const rowsPerStatement = 500

export const batchesByKey = <Row>(
  rows: ReadonlyArray<Row>,
  keyOf: (row: Row) => string
): ReadonlyArray<Arr.NonEmptyReadonlyArray<Row>> =>
  Arr.chunksOf(
    Arr.sort([...new Map(rows.map((row) => [keyOf(row), row])).values()], Order.mapInput(Order.String, keyOf)),
    rowsPerStatement
  )

// Rows of statements of few sizes: a connection keeps the statement of each size prepared, and no other size is ever prepared.

/** The numbers of rows of one statement. The largest one has a thousand parameters, of which both engines take many more. */
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

/** Runs a statement for each batch of rows, in their order, and gives the answers. */
export const inStatements = <Row, A, E, R>(
  rows: ReadonlyArray<Row>,
  run: (batch: Arr.NonEmptyReadonlyArray<Row>) => Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<A>, E, R> => Effect.forEach(chunksOf(rows), run)

// Rows by their names: the names of another system, or another key that an index has. The statement runs on the connection that writes: its rows decide what
// the same transaction writes next, so it locks them.

/** What is requested. */
export const Named = Schema.Struct({ organizationId: Schema.String, names: Schema.Array(Schema.String) })

/** Where rows are looked for. */
interface KeyedTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** The columns of an index, after that of the organization. */
  readonly keys: ReadonlyArray<string>
}

/**
 * The rows of a table with these values in its keys, at least one; a key that comes twice is found once. The values come first, and each
 * is looked up in the index: given a long list of them, SQLite would rather read every row of the organization.
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

/** The rows of a table that bear these names, at least one, in the column `key`, for a change within the transaction under way. */
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

/** Rows of several tables, by names that the statement has for them. */
type RowsOf<Table extends string> = Readonly<Record<Table, NewRows>>

/**
 * A statement that adds rows to tables. Takes part in the transaction under way. Where each table gets one row, a named statement adds them, whose text is
 * built once for the columns of the rows. Several rows are sent at once.
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
  /** The statements that add one row to each table, by the columns of the rows: a table has few. */
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
