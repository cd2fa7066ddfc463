/**
 * Many rows in statements of few sizes: a connection keeps the statement of each size prepared, and no other size is ever prepared.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"

/** The numbers of rows of one statement. The largest one has a thousand parameters, of which both engines take many more. */
const sizes = [64, 16, 4, 1]

const chunksOf = <Row>(rows: ReadonlyArray<Row>): ReadonlyArray<Arr.NonEmptyReadonlyArray<Row>> => {
  const chunks: Array<Arr.NonEmptyReadonlyArray<Row>> = []
  let start = 0
  for (const size of sizes) {
    for (; rows.length - start >= size; start += size) {
      const chunk = rows.slice(start, start + size)
      if (Arr.isReadonlyArrayNonEmpty(chunk)) chunks.push(chunk)
    }
  }
  return chunks
}

/** Runs a statement for each chunk of rows, in their order, and gives the answers. */
export const inStatements = <Row, A, E, R>(
  rows: ReadonlyArray<Row>,
  run: (chunk: Arr.NonEmptyReadonlyArray<Row>) => Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<A>, E, R> => Effect.forEach(chunksOf(rows), run)
