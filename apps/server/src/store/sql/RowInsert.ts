/**
 * Adds single rows: most writes add one to each of several tables. The text of such a statement is built once for the columns that its rows have.
 *
 * Many rows at once are the business of others (`Chunks.ts`).
 */
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { preparedWithin, type RunPrepared } from "./PreparedStatement.ts"

/** A row, by its columns. */
export type NewRow = Readonly<Record<string, string | number | null>>

/**
 * A statement that adds rows, each to another table. What `build` makes of them has their values in this order and no others. Takes part in the
 * transaction under way.
 */
export const rowInsert = <Rows extends ReadonlyArray<NewRow>>(sql: SqlClient, build: (...rows: Rows) => Fragment) => {
  /** By the columns of their rows, of which a table has few. */
  const inserts = new Map<string, RunPrepared>()
  const prepare = (columns: string, rows: Rows): RunPrepared => {
    const [text] = sql`${build(...rows)}`.compile()
    const insert = preparedWithin(sql)(text)
    inserts.set(columns, insert)
    return insert
  }
  return (...rows: Rows) => {
    const columns = rows.map((row) => Object.keys(row).join()).join(";")
    return (inserts.get(columns) ?? prepare(columns, rows))(rows.flatMap((row) => Object.values(row)))
  }
}
