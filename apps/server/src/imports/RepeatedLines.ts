/**
 * The lines of a file about a record that an earlier line of it is about: the later line counts. Nobody writes a record twice on purpose in an
 * export, so they are reported; they are no mistakes, because a file may hold changes one after the other. Holds no data of theirs but the names
 * of records.
 */
import type { BadLine } from "./BadLines.ts"
import type { GoodLine } from "./Upsert.ts"

/** The maximum number of repeated lines reported one by one. */
const repeatedLinesShownMax = 100

/** The facts about repeated lines. */
export interface RepeatedLines {
  readonly count: number
  /** The first ones, at most {@link repeatedLinesShownMax}. */
  readonly shown: ReadonlyArray<string>
}

export const noRepeatedLines: RepeatedLines = { count: 0, shown: [] }

/** Finds the repeated lines of a file, batch by batch. */
export const makeRepeatedLines = () => {
  const lastLine = new Map<string, number>()
  return (
    known: RepeatedLines,
    lines: ReadonlyArray<GoodLine<unknown>>,
    refused: ReadonlyArray<BadLine>
  ): RepeatedLines => {
    const refusedLines = new Set(refused.map(({ line }) => line))
    let { count } = known
    const shown = [...known.shown]
    for (const { line, name } of lines) {
      // A line that contradicts what is stored does not count.
      if (refusedLines.has(line)) continue
      const before = lastLine.get(name)
      lastLine.set(name, line)
      if (before === undefined) continue
      count++
      if (shown.length < repeatedLinesShownMax) {
        shown.push(`line ${line}: is about the record of line ${before} once more; the later line counts`)
      }
    }
    return { count, shown }
  }
}
