/**
 * Applies the lines of a batch to the known records, found by the name that files have for them. A name that comes twice is
 * one record: the later line counts. Writes nothing.
 */
import type { Problem } from "@partner-api/domain/Problem"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type BadLine, mistakesOf } from "./BadLines.ts"
import { type KnownRows, layered, makeKnownRows } from "./KnownRows.ts"

/** The numbers of lines by their outcome. */
export interface Tally {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

export const noLines: Tally = { created: 0, updated: 0, unchanged: 0 }

export const addTally = (left: Tally, right: Tally): Tally => ({
  created: left.created + right.created,
  updated: left.updated + right.updated,
  unchanged: left.unchanged + right.unchanged
})

/** A line that is well-formed, with its number and the name of its record. */
export interface GoodLine<Line> {
  readonly line: number
  readonly name: string
  readonly value: Line
}

/**
 * Applies a line to the record of its name, or to none: the very same record when the line changes nothing. Fails with what is wrong
 * with the line, seen with that record and with those of any id.
 */
export type Decide<Line, Row> = (
  line: Line,
  row: Row | undefined,
  withId: KnownRows<Row>["withId"]
) => Effect.Effect<Result.Result<Row, ReadonlyArray<Problem>>>

/** The records to write, by name, the outcome of each line, and the lines that contradict known records. */
export interface Upserted<Row> {
  readonly added: ReadonlyMap<string, Row>
  readonly changed: ReadonlyMap<string, Row>
  readonly tally: Tally
  readonly bad: ReadonlyArray<BadLine>
}

/** The result of no lines. */
export const nothingMade: Upserted<never> = {
  added: new Map<string, never>(),
  changed: new Map<string, never>(),
  tally: noLines,
  bad: []
}

export const upsert = Effect.fnUntraced(function* <Line, Row extends { readonly id: string }>(
  lines: ReadonlyArray<GoodLine<Line>>,
  known: KnownRows<Row>,
  decide: Decide<Line, Row>
) {
  const written = makeKnownRows<Row>()
  const { named, withId } = layered(written, known)
  const added = new Map<string, Row>()
  const changed = new Map<string, Row>()
  const tally = { ...noLines }
  const bad: Array<BadLine> = []
  for (const { line, name, value } of lines) {
    const row = named(name)
    const decided = yield* decide(value, row, withId)
    if (Result.isFailure(decided)) {
      bad.push({ line, mistakes: mistakesOf(decided.failure) })
      continue
    }
    const after = decided.success
    tally[row === undefined ? "created" : after === row ? "unchanged" : "updated"]++
    if (after === row) continue
    written.put(name, after)
    const rows = row === undefined || added.has(name) ? added : changed
    rows.set(name, after)
  }
  const result: Upserted<Row> = { added, changed, tally, bad }
  return result
})
