/**
 * Finds rows by a name of theirs, many at once: what another system calls them, or another key that an index has.
 *
 * Asked on the connection that writes: the answer decides what the same transaction writes next, so the rows are locked.
 */
import * as Arr from "effect/Array"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { makeLocks } from "./Locks.ts"

/** What is asked for. */
export const Named = Schema.Struct({ organizationId: Schema.String, names: Schema.Array(Schema.String) })

/**
 * The rows of a table that bear these names, at least one, in the column `key`. The names come first, and each is looked up in the index: given a long list of values,
 * SQLite would rather read every row of the organization.
 */
export const selectNamed = (
  sql: SqlClient,
  table: { readonly name: string; readonly columns: ReadonlyArray<string>; readonly key?: string },
  { organizationId, names }: typeof Named.Type
) => {
  const rows = sql.csv(Arr.map(names, (name) => sql`(${name})`))
  const columns = sql.literal(table.columns.map((column) => `found.${column}`).join(", "))
  const key = sql.literal(`found.${table.key ?? "external_id"}`)
  return sql`
    WITH wanted(name) AS (VALUES ${rows})
    SELECT ${columns} FROM wanted CROSS JOIN ${sql(table.name)} AS found
    WHERE found.organization_id = ${organizationId} AND ${key} = wanted.name
    ${makeLocks(sql).forUpdateOf("found")}`
}
