/**
 * A progress bar for people: on a terminal one line that grows, elsewhere one line for every tenth. Written to standard error, so
 * that standard output stays for results.
 */
import * as Effect from "effect/Effect"
import { makeStatusLine, printNoticeNow } from "./Output.ts"
import { type OutputStream, Streams } from "./Streams.ts"

const width = 30

/** The unit of the count: things one by one, or the bytes of a file, which are reported in megabytes, kilobytes or bytes, as the file is large. */
export type ProgressUnit = "things" | "bytes"

const bytesPerKilobyte = 1_000
const bytesPerMegabyte = 1_000_000

const bytes = (done: number, total: number): string => {
  if (total < bytesPerKilobyte) return `${done} of ${total} bytes`
  const [unit, size] =
    total < bytesPerMegabyte ? (["kB", bytesPerKilobyte] as const) : (["MB", bytesPerMegabyte] as const)
  return `${(done / size).toFixed(1)} of ${(total / size).toFixed(1)} ${unit}`
}

const amounts: Readonly<Record<ProgressUnit, (done: number, total: number) => string>> = {
  things: (done, total) => `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  bytes
}

const bar = (done: number, total: number): string => {
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const filled = Math.round(share * width)
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return `${"#".repeat(filled)}${"-".repeat(width - filled)} ${percent}%`
}

/** A terminal shows one bar at a time: its line, and whether it stands there and has not come to its end. */
interface ShownBar {
  readonly line: ReturnType<typeof makeStatusLine>
  isOpen: boolean
}

/** The bars of terminals. */
const bars = new WeakMap<OutputStream, ShownBar>()

const barOn = (terminal: OutputStream): ShownBar => {
  const shown = bars.get(terminal) ?? { line: makeStatusLine(terminal), isOpen: false }
  bars.set(terminal, shown)
  return shown
}

/** Shows that `done` of `total` are behind us, `step` of them since the last time. */
export const showProgress = (
  label: string,
  progress: { readonly done: number; readonly total: number; readonly step: number; readonly unit?: ProgressUnit }
): Effect.Effect<void> => {
  const { done, total, step, unit = "things" } = progress
  const line = `${label}  ${bar(done, total)}  ${amounts[unit](done, total)}`
  const isOver = done >= total
  const tenth = (steps: number) => Math.floor((steps * 10) / Math.max(total, 1))
  return Effect.flatMap(Streams, ({ notices }) => {
    if (notices.isTTY !== true) return isOver || tenth(done) > tenth(done - step) ? printNoticeNow(line) : Effect.void
    return Effect.sync(() => {
      const shown = barOn(notices)
      shown.line.show(line)
      shown.isOpen = !isOver
      if (isOver) shown.line.end()
    })
  })
}

/** The number of items of an unknown total that are behind us before the next line is written where there is no terminal. */
const countStep = 10_000

/** Shows how many of an unknown number are behind us: call it for each. {@link leaveProgress} ends it. */
export const showCount = (label: string, done: number): Effect.Effect<void> => {
  const line = `${label}  ${done.toLocaleString("en")}`
  return Effect.flatMap(Streams, ({ notices }) => {
    if (notices.isTTY !== true) return done % countStep === 0 ? printNoticeNow(line) : Effect.void
    return Effect.sync(() => {
      const shown = barOn(notices)
      shown.line.show(line)
      shown.isOpen = true
    })
  })
}

/** Leaves a bar where it is, so that what is reported next stands on a line of its own: for work that ends early. */
export const leaveProgress: Effect.Effect<void> = Effect.map(Streams, ({ notices }) => {
  const shown = bars.get(notices)
  if (shown === undefined) return
  if (shown.isOpen) shown.line.end()
  shown.isOpen = false
})
