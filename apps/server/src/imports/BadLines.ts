/**
 * The lines that cannot be imported: the first ones with their mistakes, and how many there are. Holds no data of theirs.
 */
import { notUtf8 } from "@partner-api/cli-kit/records/RecordText"
import type { Problem } from "@partner-api/domain/Problem"

/** The maximum number of bad lines reported one by one; a file with more repeats one mistake. */
const badLinesShownMax = 100

/** A line, and what is wrong with it. */
export interface BadLine {
  readonly line: number
  readonly mistakes: string
}

/** A bad line as people read it: `line 17: /title is required`. */
const shownLine = ({ line, mistakes }: BadLine): string => `line ${line}: ${mistakes}`

/** All mistakes of one line in one sentence. */
export const mistakesOf = (problems: ReadonlyArray<Problem>): string =>
  problems.map(({ path, message }) => `${path} ${message}`.trimStart()).join("; ")

/** The facts about bad lines. */
export interface BadLines {
  readonly count: number
  /** The number of lines in another encoding. */
  readonly notUtf8: number
  /** The first ones, at most {@link badLinesShownMax}. */
  readonly shown: ReadonlyArray<string>
}

export const noBadLines: BadLines = { count: 0, notUtf8: 0, shown: [] }

/** Adds the bad lines of a batch, which are shown in the order of the file. */
export const addBadLines = (known: BadLines, found: ReadonlyArray<BadLine>): BadLines =>
  found.length === 0
    ? known
    : {
        count: known.count + found.length,
        notUtf8: known.notUtf8 + found.filter(({ mistakes }) => mistakes === notUtf8).length,
        shown: [
          ...known.shown,
          ...found
            .toSorted((left, right) => left.line - right.line)
            .slice(0, badLinesShownMax - known.shown.length)
            .map(shownLine)
        ]
      }
