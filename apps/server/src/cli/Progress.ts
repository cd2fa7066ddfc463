/**
 * A progress bar for people: on a terminal one line that grows, elsewhere one line for every tenth. Written to standard error, so
 * that standard output stays for results.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const width = 30

const bar = (done: number, total: number): string => {
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * width)
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return `${"#".repeat(filled)}${"-".repeat(width - filled)} ${percent}%  ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`
}

/** Shows that `done` of `total` steps are behind us, `step` of them since the last time. */
export const showProgress = (
  label: string,
  progress: { readonly done: number; readonly total: number; readonly step: number }
): Effect.Effect<void> => {
  const { done, total, step } = progress
  const line = `${label}  ${bar(done, total)}`
  if (process.stderr.isTTY) {
    return Effect.sync(() => process.stderr.write(`\r${line}${done >= total ? "\n" : ""}`))
  }
  const tenth = (steps: number) => Math.floor((steps * 10) / Math.max(total, 1))
  return tenth(done) > tenth(done - step) || done >= total ? Console.error(line) : Effect.void
}
