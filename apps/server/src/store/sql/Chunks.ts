/**
 * Rows that are written many with one statement, in the order of their keys: two transactions that write the same rows meet in one
 * order, and neither waits for the other in a circle. A key that comes twice is written once, as it came last.
 */
import * as Arr from "effect/Array"
import * as Order from "effect/Order"

/** The number of rows written with one statement: few enough for the parameters that an engine takes. */
const rowsPerStatement = 500

export const chunksByKey = <Row>(
  rows: ReadonlyArray<Row>,
  keyOf: (row: Row) => string
): ReadonlyArray<Arr.NonEmptyReadonlyArray<Row>> =>
  Arr.chunksOf(
    Arr.sort([...new Map(rows.map((row) => [keyOf(row), row])).values()], Order.mapInput(Order.String, keyOf)),
    rowsPerStatement
  )
