/**
 * Counts the items of a list of unknown length on standard error, in one line that is written over. Shows the count where standard error is a
 * terminal and the results go elsewhere.
 */
import * as Effect from "effect/Effect"
import { makeStatusLine } from "./Output.ts"
import { Streams } from "./Streams.ts"

/** More often than this nobody reads it. */
const intervalMs = 100

/** Makes a count. `show` gets the new number; `end` takes the line away. */
export const makeProgressCount = (plural: string) =>
  Effect.map(Streams, ({ notices, results }) => {
    const isShown = notices.isTTY === true && results.isTTY !== true
    const line = makeStatusLine(notices)
    let shownAtMs = Number.NEGATIVE_INFINITY
    return {
      show: (count: number, nowMs: number): void => {
        if (!isShown || nowMs - shownAtMs < intervalMs) return
        shownAtMs = nowMs
        line.show(`${count.toLocaleString("en")} ${plural}`)
      },
      end: (): void => {
        if (shownAtMs !== Number.NEGATIVE_INFINITY) line.show("")
      }
    }
  })
