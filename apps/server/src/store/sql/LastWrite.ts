/**
 * The moment of the last write of a row: never as old as the one before it, whatever the clock says.
 */
import type { SqlClient } from "effect/sql/SqlClient"

const greatest = (sql: SqlClient) => sql.literal(sql.onDialectOrElse({ sqlite: () => "max", orElse: () => "GREATEST" }))

/** The moment of a write in an upsert of a table. */
export const upserted = (sql: SqlClient, table: string) =>
  sql`${greatest(sql)}(excluded.written_at_ms, ${sql(table)}.written_at_ms + 1)`

/** The moment of an update. */
export const updated = (sql: SqlClient, nowMs: number) =>
  sql`${greatest(sql)}(CAST(${nowMs} AS BIGINT), written_at_ms + 1)`
