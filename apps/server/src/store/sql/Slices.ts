/**
 * Reads all rows of a table in slices, for readers that want all of them at once: the process answers others between two slices. A row that is added or
 * removed meanwhile may be missing.
 */
import * as Effect from "effect/Effect"

/** The rows of one statement: with what is made of them it takes less than 10 ms, where each row has 3 KB of JSON. */
const largeRowsMax = 50

/** The same where a row has some hundred bytes. */
export const smallRowsMax = 250

/** Reads the rows of statements that end with a slice, and makes a value of each. */
export const inSlices = Effect.fnUntraced(function* <Row, A, E, R>(
  read: (slice: string) => Effect.Effect<ReadonlyArray<Row>, E, R>,
  make: (row: Row) => A,
  sliceMax = largeRowsMax
) {
  const all: Array<A> = []
  for (;;) {
    const rows = yield* read(`LIMIT ${sliceMax} OFFSET ${all.length}`)
    for (const row of rows) all.push(make(row))
    if (rows.length < sliceMax) return all
    yield* Effect.yieldNow
  }
})
