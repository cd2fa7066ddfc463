/**
 * The one writer of the programs: results on standard output, everything else on standard error. It takes lines, not joined text,
 * and makes each of them plain, so that no value drives the terminal or begins a line of its own.
 *
 * A write is waited for, so that nothing piles up before a slow reader; a reader that has gone away is no failure (`| head -1`).
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { csvRow } from "./Csv.ts"
import { plainCell, plainText } from "./PlainText.ts"
import { type OutputStream, processStreams, Streams } from "./Streams.ts"
import { type Line, lineText } from "./Style.ts"

/** Nobody reads any more: the work is over, and nothing went wrong. */
export class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {}

/** A result could not be written: what is the matter, and what to do. */
export class OutputFailed extends Schema.TaggedError<OutputFailed>()("OutputFailed", {
  message: Schema.String,
  remedy: Schema.String
}) {}

/** The codes of a failed write when the reader is gone. */
const closed = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"])

const failureOf = (error: NodeJS.ErrnoException): OutputClosed | OutputFailed =>
  closed.has(error.code ?? "")
    ? new OutputClosed()
    : new OutputFailed({
        message: `Standard output cannot be written (${error.code ?? "unknown"}).`,
        remedy: "What was written is not complete: make room, and run the command again."
      })

const textOf = (lines: ReadonlyArray<Line>): string => lines.map((line) => `${lineText(line)}\n`).join("")

/** Writes text that is plain. */
const write = (stream: OutputStream, text: string): Effect.Effect<void, OutputClosed | OutputFailed> =>
  text === ""
    ? Effect.void
    : Effect.callback((resume) => {
        stream.write(text, (error) =>
          resume(error === undefined || error === null ? Effect.void : Effect.fail(failureOf(error)))
        )
      })

/** Prints the lines of a result. */
export const print = (lines: ReadonlyArray<string>) =>
  Effect.flatMap(Streams, ({ results }) => write(results, textOf(lines)))

/** Prints results as JSON, one in a line. Escapes in its strings mean what the characters meant. */
export const printJson = (values: ReadonlyArray<unknown>) => print(values.map((value) => JSON.stringify(value)))

/** Prints rows of CSV. A line end in a cell stays one where no terminal shows it: a quoted cell holds it. */
export const printCsv = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.flatMap(Streams, ({ results }) => {
    const plain = results.isTTY ? plainText : plainCell
    return write(results, rows.map((cells) => `${csvRow(cells.map(plain))}\n`).join(""))
  })

/** Prints a notice, which is no result, to standard error. Succeeds where nobody reads it. */
export const printNotice = (line: string): Effect.Effect<void> =>
  Effect.flatMap(Streams, ({ notices }) =>
    Effect.callback((resume) => {
      notices.write(textOf([line]), () => resume(Effect.void))
    })
  )

/** Writers that do not wait: for logs, which run for days and do not end when nobody reads, and for callbacks. */
export interface Writers {
  /** Prints lines of a result. */
  readonly printNow: (lines: ReadonlyArray<Line>) => void
  /** Prints notices, which are no results. */
  readonly printNoticeNow: (...lines: ReadonlyArray<Line>) => void
}

/** The writers of this run. */
export const writers: Effect.Effect<Writers> = Effect.map(Streams, ({ notices, results }) => ({
  printNow: (lines) => void results.write(textOf(lines)),
  printNoticeNow: (...lines) => void notices.write(textOf(lines))
}))

/** Prints lines without waiting. */
export const printNow = (lines: ReadonlyArray<Line>): Effect.Effect<void> =>
  Effect.map(writers, (writer) => writer.printNow(lines))

/** Prints notices without waiting. */
export const printNoticeNow = (...lines: ReadonlyArray<Line>): Effect.Effect<void> =>
  Effect.map(writers, (writer) => writer.printNoticeNow(...lines))

/** Calls `done` when everything that the process has printed so far has gone out. */
export const whenPrinted = (done: () => void): void => {
  processStreams.results.write("", done)
}

/** The number of columns that a table may have; none when no person is looking. */
export const columns: Effect.Effect<number | undefined> = Effect.map(Streams, ({ results }) =>
  results.isTTY ? results.columns || undefined : undefined
)

/** Whether notices go to a terminal, and whether results do. */
export const isSeen: Effect.Effect<{ readonly notices: boolean; readonly results: boolean }> = Effect.map(
  Streams,
  ({ notices, results }) => ({ notices: notices.isTTY === true, results: results.isTTY === true })
)

/** The display of a stream: whether it is a terminal, and whether that shows colours. */
export interface Screen {
  readonly isTerminal: boolean
  readonly hasColors: boolean
}

/** Whether the user of a terminal wants no colours (no-color.org). Where no environment can be read, colours stay. */
const isPlain = Config.String("NO_COLOR").pipe(
  Config.withDefault(""),
  Config.map((text) => text !== ""),
  Effect.orElseSucceed(() => false)
)

const screenOf = ({ isTTY }: OutputStream, hasColors: boolean): Screen => ({
  isTerminal: isTTY === true,
  hasColors: isTTY === true && hasColors
})

/** The screens of results and of notices. */
export const screens: Effect.Effect<{ readonly results: Screen; readonly notices: Screen }> = Effect.gen(function* () {
  const { notices, results } = yield* Streams
  const hasColors = !(yield* isPlain)
  return { results: screenOf(results, hasColors), notices: screenOf(notices, hasColors) }
})

/** A line on a terminal that the next one is written over: `show` writes it, `end` leaves it where it is. */
export const makeStatusLine = (terminal: OutputStream) => {
  let width = 0
  return {
    show: (line: string): void => {
      const text = plainText(line)
      // An empty line takes the one before it away, and the cursor goes back to where it began.
      terminal.write(`\r${text.padEnd(width)}${text === "" ? "\r" : ""}`)
      width = text.length
    },
    end: (): void => {
      terminal.write("\n")
      width = 0
    }
  }
}
