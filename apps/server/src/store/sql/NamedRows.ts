/**
 * Finds rows by a name of theirs, many at once: what another system calls them, or another key that an index has.
 *
 * Asked on the connection that writes: the answer decides what the same transaction writes next, so the rows are locked.
 */
import * as Arr from "effect/Array"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { makeLocks } from "./Locks.ts"

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
