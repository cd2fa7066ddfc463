/**
 * The streams that a run of a program writes to: those of the process, unless the run is given others. Nothing else of the programs names
 * `process.stdout` or `process.stderr`, so a program can run more than once in one process.
 */
import * as Context from "effect/Context"

/** A stream of text. A terminal has a number of columns. */
export interface OutputStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string, done?: (error?: NodeJS.ErrnoException | null) => void) => boolean
}

/** The stream of results, and the stream of everything else. */
export interface Streams {
  readonly results: OutputStream
  readonly notices: OutputStream
}

/** The streams of the process: standard output and standard error. */
export const processStreams: Streams = { results: process.stdout, notices: process.stderr }

// Node reports a failed write twice; the second report would end the program.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})

/** The streams of this run. */
export const Streams = Context.Reference<Streams>("@partner-api/cli-kit/Streams", {
  defaultValue: () => processStreams
})
