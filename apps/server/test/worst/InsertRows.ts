/**
 * Rows that are written as they are, many with one statement, on either engine.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

/** A row by its columns. */
export type Row = Readonly<Record<string, string | number | null>>

/** Few enough for the parameters that an engine takes. */
const parametersMax = 20_000

/** Writes rows of a table. */
export const insertAll = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<Row>) {
  const sql = yield* SqlClient
  const perStatement = Math.floor(parametersMax / Object.keys(rows[0] ?? { none: 0 }).length)
  for (const chunk of Arr.chunksOf(rows, perStatement)) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(chunk)}`
})

/** What is made of the numbers from 1 to `count`. */
export const countTo = <A>(count: number, make: (number: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index + 1))
