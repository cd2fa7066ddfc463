/**
 * How far a long list has come, for people: a line on standard error that is written over. Shown only where somebody sees it and
 * nothing else tells: when standard error is a terminal and the results go elsewhere.
 */

/** More often than this nobody reads it. */
const intervalMs = 100

/** Makes a progress line. `show` is told the new count; `end` takes the line away. */
export const makeProgress = (plural: string) => {
  const isSeen = process.stderr.isTTY === true && process.stdout.isTTY !== true
  let shownAtMs = Number.NEGATIVE_INFINITY
  let width = 0
  const write = (text: string): void => {
    process.stderr.write(`\r${text.padEnd(width)}${text === "" ? "\r" : ""}`)
    width = text.length
  }
  return {
    show: (count: number, nowMs: number): void => {
      if (!isSeen || nowMs - shownAtMs < intervalMs) return
      shownAtMs = nowMs
      write(`${count.toLocaleString("en")} ${plural}`)
    },
    end: (): void => {
      if (isSeen && width > 0) write("")
    }
  }
}
