/**
 * The access log: one line of JSON for each answer, on standard output, written in batches (decisions, Limits). Faults are Effect's
 * logger's, on standard error.
 */
import { printNow } from "@partner-api/cli-kit/Output"
import { type AccessEntry, AccessLog } from "@partner-api/service/http/AccessLog"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"

/** The maximum time that a line waits for others: a process that is killed outright loses those of this time. */
const flushIntervalMs = 200

/** The number of lines that are written at once even before the interval ends; this bounds their memory. */
const batchMax = 1_000

/**
 * The number of bytes that reach a pipe in one piece (POSIX, `PIPE_BUF`; Linux has this number). Of longer writes, the lines of several
 * processes that share an output could be mixed. A single line is shorter: its members are bounded.
 */
const pieceBytesMax = 4_096

/** Prints lines in pieces of whole lines. */
const printInPieces = (lines: ReadonlyArray<string>): void => {
  let piece: Array<string> = []
  let bytes = 0
  for (const line of lines) {
    const lineBytes = Buffer.byteLength(line) + 1
    if (bytes + lineBytes > pieceBytesMax) {
      printNow(piece)
      piece = []
      bytes = 0
    }
    piece.push(line)
    bytes += lineBytes
  }
  printNow(piece)
}

const lineOf = (entry: AccessEntry, atMs: number): string =>
  JSON.stringify({
    time: new Date(atMs).toISOString(),
    method: entry.method,
    route: entry.route,
    status: entry.status,
    duration_ms: Math.round(entry.durationMs * 1_000) / 1_000,
    request_id: entry.requestId,
    client_id: entry.clientId,
    organization_id: entry.organizationId
  })

/** Writes entries to standard output. What is waiting is written when the program stops. */
export const layer: Layer.Layer<never> = Layer.effect(
  AccessLog,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    let waiting: Array<readonly [entry: AccessEntry, atMs: number]> = []
    const flush = () => {
      if (waiting.length === 0) return
      const lines = waiting.map(([entry, atMs]) => lineOf(entry, atMs))
      waiting = []
      printInPieces(lines)
    }
    yield* Effect.addFinalizer(() => Effect.sync(flush))
    yield* Effect.forkScoped(Effect.repeat(Effect.sync(flush), Schedule.spaced(Duration.millis(flushIntervalMs))))
    return (entry: AccessEntry) => {
      waiting.push([entry, clock.currentTimeMillisUnsafe()])
      if (waiting.length >= batchMax) flush()
    }
  })
)
