/**
 * Where the run is, for people who wait: one line that moves, on a terminal only. Written to standard error; standard output is
 * the report's.
 */
import * as Effect from "effect/Effect"
import type { OnProgress } from "./Run.ts"

/** Goes back to the beginning of the line and clears it. */
const clear = "\r\u001B[2K"

/** The width of a terminal that does not report one. */
const narrowest = 40

export const showProgress: OnProgress = (done, total, title) =>
  Effect.sync(() => {
    if (!process.stderr.isTTY) return
    const width = Math.max(process.stderr.columns - 1, narrowest)
    process.stderr.write(done === total ? clear : `${clear}${`${done + 1} of ${total}  ${title}`.slice(0, width)}`)
  })
