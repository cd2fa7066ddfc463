/**
 * The one writer of the programs: results on standard output, everything else on standard error. It takes lines, not joined text,
 * and makes each of them plain, so that no value drives the terminal or begins a line of its own.
 *
 * A write is waited for, so that nothing piles up before a slow reader; a reader that has gone away is no failure (`| head -1`).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { csvRow } from "./Csv.ts"
import { plainCell, plainText } from "./PlainText.ts"
import { type Line, lineText } from "./Style.ts"

/** Nobody reads any more: the work is over, and nothing went wrong. */
export class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {}

/** A result could not be written: what is the matter, and what to do. */
export class OutputFailed extends Schema.TaggedError<OutputFailed>()("OutputFailed", {
  message: Schema.String,
  remedy: Schema.String
}) {}

/** What a write says when the reader is gone. */
const closed = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"])

// Node tells of a failed write twice; the second time it would end the program.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})

const failureOf = (error: NodeJS.ErrnoException): OutputClosed | OutputFailed =>
  closed.has(error.code ?? "")
    ? new OutputClosed()
    : new OutputFailed({
        message: `Standard output cannot be written (${error.code ?? "unknown"}).`,
        remedy: "What was written is not complete: make room, and run the command again."
      })

const textOf = (lines: ReadonlyArray<Line>): string => lines.map((line) => `${lineText(line)}\n`).join("")

/** Writes text that is plain. */
const write = (text: string): Effect.Effect<void, OutputClosed | OutputFailed> =>
  text === ""
    ? Effect.void
    : Effect.callback((resume) => {
        process.stdout.write(text, (error) =>
          resume(error === undefined || error === null ? Effect.void : Effect.fail(failureOf(error)))
        )
      })

/** Prints the lines of a result. */
export const print = (lines: ReadonlyArray<string>) => write(textOf(lines))

/** Prints results as JSON, one in a line. Escapes in its strings mean what the characters meant. */
export const printJson = (values: ReadonlyArray<unknown>) => print(values.map((value) => JSON.stringify(value)))

/** Prints rows of CSV. A line end in a cell stays one where no terminal shows it: a quoted cell holds it. */
export const printCsv = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const plain = process.stdout.isTTY ? plainText : plainCell
  return write(rows.map((cells) => `${csvRow(cells.map(plain))}\n`).join(""))
}

/** Prints lines without waiting: for what runs for days, and does not end when nobody reads. */
export const printNow = (lines: ReadonlyArray<Line>): void => {
  process.stdout.write(textOf(lines))
}

/** Says something that is no result. That nobody hears it changes nothing. */
export const tell = (line: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    process.stderr.write(textOf([line]), () => resume(Effect.void))
  })

/** Says something without waiting. */
export const tellNow = (...lines: ReadonlyArray<Line>): void => {
  process.stderr.write(textOf(lines))
}

/** Calls `done` when everything printed so far has gone out. */
export const whenPrinted = (done: () => void): void => {
  process.stdout.write("", done)
}

/** How many columns a table may have; none when no person is looking. */
export const columns = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns || undefined : undefined

/** Whether a person sees what is said, and whether the same person sees what is printed. */
export const isSeen = (): { readonly said: boolean; readonly printed: boolean } => ({
  said: process.stderr.isTTY === true,
  printed: process.stdout.isTTY === true
})

/** What shows a stream: whether it is a terminal, and whether that shows colours. Its user may want none (no-color.org). */
export interface Screen {
  readonly isTerminal: boolean
  readonly hasColors: boolean
}

const screenOf = ({ isTTY }: NodeJS.WriteStream): Screen => ({
  isTerminal: isTTY === true,
  hasColors: isTTY === true && !process.env["NO_COLOR"]
})

/** What shows what is printed, and what shows what is said. */
export const screens = (): { readonly printed: Screen; readonly said: Screen } => ({
  printed: screenOf(process.stdout),
  said: screenOf(process.stderr)
})

/** A line on the terminal that the next one is written over: `show` writes it, `end` leaves it where it is. */
export const makeStatusLine = () => {
  let width = 0
  return {
    show: (line: string): void => {
      const text = plainText(line)
      // An empty line takes the one before it away, and the cursor goes back to where it began.
      process.stderr.write(`\r${text.padEnd(width)}${text === "" ? "\r" : ""}`)
      width = text.length
    },
    end: (): void => {
      process.stderr.write("\n")
      width = 0
    }
  }
}
