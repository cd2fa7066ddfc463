/**
 * A table that a statement reads by an index. SQLite keeps no statistics here, and takes the key of a table for a search that begins with the
 * organization: it would read all rows of one for the few that match. PostgreSQL finds the index itself.
 */
import type { SqlClient } from "effect/sql/SqlClient"

/** The table, and on SQLite the index that is read. */
export const indexedTable = (sql: SqlClient, table: string, index: string) =>
  sql.onDialectOrElse({
    sqlite: () => sql`${sql(table)} INDEXED BY ${sql(index)}`,
    orElse: () => sql`${sql(table)}`
  })
