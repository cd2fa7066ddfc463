/**
 * What the lines of a batch make of the records that are there, found by the name that the other system has for them. A name that
 * comes twice is one record: the later line counts. Writes nothing.
 */
import * as Effect from "effect/Effect"

/** What became of lines. */
export interface Tally {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/** How one line becomes a record. */
interface UpsertRules<Line, Row> {
  readonly make: (line: Line) => Effect.Effect<Row>
  /** Answers with the very same row when the line says nothing new. */
  readonly change: (line: Line, row: Row) => Row
}

/** The records to be written, by name, and what became of each line. */
export const upsert = Effect.fnUntraced(function* <Line extends { readonly external_id: string }, Row>(
  lines: ReadonlyArray<Line>,
  stored: ReadonlyMap<string, Row>,
  { make, change }: UpsertRules<Line, Row>
) {
  const written = new Map<string, Row>()
  const tally = { created: 0, updated: 0, unchanged: 0 }
  for (const line of lines) {
    const name = line.external_id
    const row = written.get(name) ?? stored.get(name)
    const after = row === undefined ? yield* make(line) : change(line, row)
    tally[row === undefined ? "created" : after === row ? "unchanged" : "updated"]++
    if (after !== row) written.set(name, after)
  }
  const result: { readonly rows: ReadonlyMap<string, Row>; readonly tally: Tally } = { rows: written, tally }
  return result
})
