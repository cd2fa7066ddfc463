/**
 * Rows of a table, read in pages in the order of their keys and written many at once, as each engine does it fastest. Values stay as
 * they are: text, whole numbers, nothing.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { OperatorError } from "../../platform/OperatorError.ts"
import type { Cell } from "../../store/CopyRecord.ts"
import type { Column, Table } from "./Tables.ts"

export type Row = ReadonlyArray<Cell>

/** The maximum number of rows of a page: larger ones are hardly faster. */
const pageRowsMax = 5_000

/** The number of rows of the first page, before the size of a row is known: few enough for large ones. */
export const firstPageRows = 100

/** The text that a page should hold, in UTF-16 units. Three pages are in memory at a time, of the source and of the target. */
const pageTextMax = 16_777_216

/** The number of rows of one statement on SQLite, where more bring nothing. */
const sqliteRowsMax = 500

/** The maximum number of parameters of a statement that SQLite takes. */
const sqliteParametersMax = 32_766

const quoted = (name: string): string => `"${name}"`
const namesOf = (columns: ReadonlyArray<Column>): string => columns.map(({ name }) => quoted(name)).join(", ")

/** The key's columns, with the order of bytes on PostgreSQL, which SQLite has anyway. */
const keyColumns = (sql: SqlClient, { columns, key }: Table): ReadonlyArray<string> =>
  key
    .flatMap((place) => columns[place] ?? [])
    .map(({ name, type }) =>
      type === "TEXT"
        ? sql.onDialectOrElse({ sqlite: () => quoted(name), orElse: () => `${quoted(name)} COLLATE "C"` })
        : quoted(name)
    )

/** The values of the key. */
export const keyOf = ({ key }: Table, row: Row): Row => key.map((place) => row[place] ?? null)

const isCell = (value: unknown): value is Cell =>
  typeof value === "string" || value === null || Number.isSafeInteger(value)
const isRow = (row: ReadonlyArray<unknown>): row is Row => row.every(isCell)

const unknownValue = (table: Table) =>
  new OperatorError({
    message: `The table ${table.name} holds a value that is no text and no whole number.`,
    remedy: "This program has not written it. Run partner-api doctor on the source."
  })

/** The rows to read: those after one key, up to another and with it. */
export interface PageRange {
  readonly after: Row | undefined
  readonly upTo: Row | undefined
  readonly limit: number
}

/** Reads a page in the order of the keys. */
export const readPage = (sql: SqlClient, table: Table, { after, limit, upTo }: PageRange) => {
  const key = sql.literal(keyColumns(sql, table).join(", "))
  const values = (of: Row) => sql.csv(of.map((value) => sql`${value}`))
  const bounds = [
    ...(after === undefined ? [] : [sql`(${key}) > (${values(after)})`]),
    ...(upTo === undefined ? [] : [sql`(${key}) <= (${values(upTo)})`])
  ]
  const where = bounds.length === 0 ? sql.literal("") : sql`WHERE ${sql.and(bounds)}`
  const statement = sql`SELECT ${sql.literal(namesOf(table.columns))} FROM ${sql(table.name)} ${where}
    ORDER BY ${key} LIMIT ${limit}`
  return Effect.flatMap(statement.values, (rows): Effect.Effect<ReadonlyArray<Row>, OperatorError> =>
    rows.every(isRow) ? Effect.succeed(rows) : Effect.fail(unknownValue(table))
  )
}

/** The number of rows of the next page, after one of `limit`: what fits the size of rows, and no jump where that varies. */
export const nextLimit = (limit: number, rows: ReadonlyArray<Row>): number => {
  const text = rows.flat().reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), 1)
  return Math.max(1, Math.min(pageRowsMax, limit * 2, Math.floor((pageTextMax * rows.length) / text)))
}

/** One array for each column, as text: an array of one type is what a column of nothing but nulls has none of. */
const writeToPostgres = (sql: SqlClient, { columns, name }: Table, rows: ReadonlyArray<Row>) => {
  const filled = columns.flatMap((column, place) => {
    const cells = rows.map((row) => row[place] ?? null)
    return cells.every((cell) => cell === null) ? [] : [{ column, cells }]
  })
  const casts = filled.map(({ column }) => `CAST(${quoted(column.name)} AS ${column.type})`)
  const arrays = filled.map((_, index) => `$${index + 1}::text[]`)
  const names = namesOf(filled.map(({ column }) => column))
  return sql.unsafe(
    `INSERT INTO ${quoted(name)} (${names}) SELECT ${casts.join(", ")} FROM unnest(${arrays.join(", ")}) AS rows (${names})`,
    filled.map(({ cells }) => cells.map((cell) => (cell === null ? null : String(cell))))
  )
}

const writeToSqlite = (sql: SqlClient, { columns, name }: Table, rows: ReadonlyArray<Row>) => {
  const perStatement = Math.min(sqliteRowsMax, Math.floor(sqliteParametersMax / columns.length))
  const place = `(${columns.map(() => "?").join(", ")})`
  return Effect.forEach(
    Arr.chunksOf(rows, perStatement),
    (chunk) =>
      sql.unsafe(
        `INSERT INTO ${quoted(name)} (${namesOf(columns)}) VALUES ${chunk.map(() => place).join(", ")}`,
        chunk.flat()
      ),
    { discard: true }
  )
}

/** Writes rows that are not there yet. */
export const writeRows = (sql: SqlClient, table: Table, rows: ReadonlyArray<Row>): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({
    sqlite: () => writeToSqlite(sql, table, rows),
    orElse: () => Effect.asVoid(writeToPostgres(sql, table, rows))
  })

/** The number of rows of a table. */
export const countRows = (sql: SqlClient, table: Table) =>
  Effect.map(sql`SELECT count(*) FROM ${sql(table.name)}`.values, (rows) => Number(rows[0]?.[0] ?? 0))

/** Whether a table has any row. */
export const hasRows = (sql: SqlClient, table: Table) =>
  Effect.map(sql`SELECT 1 FROM ${sql(table.name)} LIMIT 1`, (rows) => rows.length > 0)
