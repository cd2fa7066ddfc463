/**
 * The tables that a copy takes along, read from a database in memory that the migrations have made: there is no list to keep, and what
 * else lies in a database is not of this program. Tables that others refer to come first.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import * as Migrations from "../../store/Migrations.ts"
import * as SqliteClient from "../../store/sqlite/SqliteClient.ts"

/** A column, of a type that both engines call the same. */
const Column = Schema.Struct({ name: Schema.String, type: Schema.Literals(["TEXT", "INTEGER", "BIGINT"]) })
export type Column = typeof Column.Type

export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  /** The places of the columns that identify and order its rows. */
  readonly key: ReadonlyArray<number>
  /** Whether its rows are the service's. A table without a primary key is filled by the migrations, and only compared. */
  readonly isCopied: boolean
}

/**
 * The tables that each database has of its own: the migrations it has run, the row that marks whether it takes writes, and the search index, with the columns
 * that mark the records in it. A server builds the index of a copy.
 */
const own = [Migrations.table, "write_probes", "search_words"]
const ownColumns = ["searched_at_ms", "searched_name"]

const findColumns = (sql: SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ table: Schema.String, ...Column.fields, place: Schema.Int }),
    execute: () => sql`SELECT t.name AS "table", c.name, c.type, c.pk AS place
      FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT IN ${sql.in(own)}
      AND c.name NOT IN ${sql.in(ownColumns)} ORDER BY t.name, c.cid`
  })()

const findReferences = (sql: SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ table: Schema.String, parent: Schema.String }),
    execute: () => sql`SELECT DISTINCT t.name AS "table", f."table" AS parent
      FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'`
  })()

/** The places of the key's columns, in the order of the key; all of them where there is no key. */
const keyOf = (columns: ReadonlyArray<{ readonly place: number }>): ReadonlyArray<number> => {
  const inKey = columns.map(({ place }, index) => ({ place, index })).filter(({ place }) => place > 0)
  return inKey.length === 0
    ? columns.map((_, index) => index)
    : Arr.sortWith(inKey, ({ place }) => place, Order.Number).map(({ index }) => index)
}

const read = Effect.gen(function* () {
  const sql = yield* SqlClient
  const columns = Arr.groupBy(yield* findColumns(sql), ({ table }) => table)
  const references = yield* findReferences(sql)
  /** The number of tables that have to be filled before, one after the other. */
  const depthOf = (name: string): number =>
    Math.max(0, ...references.filter(({ table }) => table === name).map(({ parent }) => 1 + depthOf(parent)))
  const tables = Object.entries(columns).map(([name, all]): Table => ({
    name,
    columns: all.map((column) => ({ name: column.name, type: column.type })),
    key: keyOf(all),
    isCopied: all.some(({ place }) => place > 0)
  }))
  return Arr.sortWith(tables, ({ name }) => depthOf(name), Order.Number)
})

/** The tables of the present schema. */
export const readTables = read.pipe(
  Effect.provide(Migrations.layer("in memory").pipe(Layer.provideMerge(SqliteClient.memoryLayer)))
)
