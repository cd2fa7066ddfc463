/**
 * Adds rows. Most writes add one to each of several tables: the text of such a statement is built once for the columns that its rows have.
 */
import type * as Arr from "effect/Array"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { prepared, type RunPrepared } from "./PreparedStatement.ts"

/** Rows of one table, by their columns. */
export type NewRows = Arr.NonEmptyReadonlyArray<Readonly<Record<string, string | number | null>>>

/**
 * A statement that adds rows to tables. What `build` makes of them has their values in this order and no others. Takes part in the transaction under
 * way. Where each table gets one row, `prepare` runs the statement, and may defer it. Several rows are sent at once.
 */
export const rowInsert = <Tables extends ReadonlyArray<NewRows>>(
  sql: SqlClient,
  build: (...tables: Tables) => Fragment,
  prepare: (text: string) => RunPrepared = prepared(sql)
) => {
  /** The statements that add one row to each table, by the columns of the rows: a table has few. */
  const inserts = new Map<string, RunPrepared>()
  const prepareFor = (columns: string, tables: Tables): RunPrepared => {
    const insert = prepare(sql`${build(...tables)}`.compile()[0])
    inserts.set(columns, insert)
    return insert
  }
  return (...tables: Tables): ReturnType<RunPrepared> => {
    if (tables.some(({ length }) => length > 1)) return sql`${build(...tables)}`.values
    const rows = tables.map(([row]) => row)
    const columns = rows.map((row) => Object.keys(row).join()).join(";")
    return (inserts.get(columns) ?? prepareFor(columns, tables))(rows.flatMap((row) => Object.values(row)))
  }
}
