/**
 * What the program says: results on standard output, everything else on standard error.
 *
 * A write is waited for, so that nothing piles up before a slow reader; a reader that has gone away is no failure (`| head -1`).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CommandFailure } from "./CommandFailure.ts"
import { plainJson } from "./PlainText.ts"

/** Nobody reads any more: the work is over, and nothing went wrong. */
export class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {}

/** What a write says when the reader is gone. */
const closed = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"])

// Node tells of a failed write twice; the second time it would end the program.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})

const failureOf = (error: NodeJS.ErrnoException): OutputClosed | CommandFailure =>
  closed.has(error.code ?? "")
    ? new OutputClosed()
    : new CommandFailure({
        message: `Standard output cannot be written (${error.code ?? "unknown"}).`,
        remedy: "What was written is not complete: make room, and run the command again."
      })

/** Writes a result, as it is. */
const write = (text: string): Effect.Effect<void, OutputClosed | CommandFailure> =>
  Effect.callback((resume) => {
    process.stdout.write(text, (error) =>
      resume(error === undefined || error === null ? Effect.void : Effect.fail(failureOf(error)))
    )
  })

/** Prints the lines of a result, for people. */
export const print = (lines: ReadonlyArray<string>) =>
  lines.length === 0 ? Effect.void : write(`${lines.join("\n")}\n`)

/** Prints results as JSON, one in a line. */
export const printJson = (values: ReadonlyArray<unknown>) => print(values.map(plainJson))

/** Says something that is no result. That nobody hears it changes nothing. */
export const tell = (line: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    process.stderr.write(`${line}\n`, () => resume(Effect.void))
  })

/** How many columns a table may have; none when no person is looking. */
export const columns = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns || undefined : undefined
