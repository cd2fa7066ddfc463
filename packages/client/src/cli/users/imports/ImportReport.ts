/**
 * The progress of an import: counts, and the lines that were refused.
 */
import { notUtf8 } from "@partner-api/cli-kit/records/RecordText"
import type { Fate } from "./AddUser.ts"
import type { Refusal } from "./Refusal.ts"

/** The maximum number of refused lines that are reported one by one; a file with more repeats one mistake. */
const refusedShownMax = 1_000

/** Makes the report of an import. */
export const makeReport = () => {
  const counts = { lines: 0, created: 0, existing: 0, refused: 0 }
  const shown: Array<Refusal & { readonly line: number }> = []

  let isOtherEncoding = false
  let isBegun = false

  const add = (line: number, fate: Fate): void => {
    isOtherEncoding ||= fate.is === "refused" && fate.why.message === notUtf8
    counts.lines += 1
    counts[fate.is] += 1
    if (fate.is === "refused" && shown.length < refusedShownMax) shown.push({ line, ...fate.why })
  }

  const number = (count: number): string => count.toLocaleString("en")

  /** Each refused line with its mistakes. */
  const refusedLines = (): ReadonlyArray<string> => [
    ...shown.map(({ line, message }) => `line ${line}: ${message}`),
    ...(counts.refused > shown.length ? [`and ${number(counts.refused - shown.length)} more refused lines`] : [])
  ]

  const summary = (isDryRun: boolean, durationMs: number): string => {
    const { created, existing, lines, refused } = counts
    const parts = isDryRun
      ? [`${number(created)} would be created`, `${number(existing)} existing`, `${number(refused)} would be refused`]
      : [`${number(created)} created`, `${number(existing)} existing`, `${number(refused)} refused`]
    return `${number(lines)} ${lines === 1 ? "line" : "lines"}: ${parts.join(", ")}, in ${(durationMs / 1_000).toFixed(1)} s`
  }

  const toJson = (isDryRun: boolean, durationMs: number) => ({
    dry_run: isDryRun,
    ...counts,
    refused_lines: shown,
    duration_ms: durationMs
  })

  return {
    add,
    refusedLines,
    summary,
    toJson,
    count: () => counts.refused,
    /** Notes that the organization is known, so that lines are read and added from now on. */
    begin: () => void (isBegun = true),
    hasBegun: () => isBegun,
    /** Whether a line was refused for another encoding. */
    isOtherEncoding: () => isOtherEncoding
  }
}
