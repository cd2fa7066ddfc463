/**
 * How far a list of unknown length has come, for people: a count on standard error that is written over. Shown only where somebody
 * sees it and nothing else tells: when standard error is a terminal and the results go elsewhere.
 */
import { isSeen, makeStatusLine } from "./Output.ts"

/** More often than this nobody reads it. */
const intervalMs = 100

/** Makes a count. `show` is told the new number; `end` takes the line away. */
export const makeProgressCount = (plural: string) => {
  const { printed, said } = isSeen()
  const line = makeStatusLine()
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    show: (count: number, nowMs: number): void => {
      if (!said || printed || nowMs - shownAtMs < intervalMs) return
      shownAtMs = nowMs
      line.show(`${count.toLocaleString("en")} ${plural}`)
    },
    end: (): void => {
      if (shownAtMs !== Number.NEGATIVE_INFINITY) line.show("")
    }
  }
}
