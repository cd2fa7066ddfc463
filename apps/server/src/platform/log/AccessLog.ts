/**
 * The access log: one line for each answer, on standard output, written in batches (decisions, Limits). Faults are in the log of events,
 * on standard error.
 */
import { screens, type Writers, writers } from "@partner-api/cli-kit/Output"
import type { Line } from "@partner-api/cli-kit/Style"
import { type AccessEntry, AccessLog, AddressOfCaller, unknownRoute } from "@partner-api/service/http/AccessLog"
import { ClientAddress } from "@partner-api/service/http/ClientAddress"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { type EventLevel, isWritten, type LogEvent, type LogSettings, makeLine } from "./LogEvent.ts"

/** The maximum time that a line waits for others: a process that is killed outright loses those of this time. */
const flushIntervalMs = 200

/** The number of lines that are written at once even before the interval ends; this bounds their memory. */
const batchMax = 1_000

/** The columns of a line for people: longer than most routes, and than a duration of four digits. */
const routeColumns = 34
const durationColumns = 9

/**
 * The number of bytes that reach a pipe in one piece (POSIX, `PIPE_BUF`; Linux has this number). Of longer writes, the lines of several
 * processes that share an output could be mixed. A single line is shorter: its members are bounded.
 */
const pieceBytesMax = 4_096

/** Prints lines in pieces of whole lines. Those for people are not counted: no machine reads them. */
const printInPieces = (printNow: Writers["printNow"], lines: ReadonlyArray<Line>): void => {
  let piece: Array<Line> = []
  let bytes = 0
  for (const line of lines) {
    const lineBytes = typeof line === "string" ? Buffer.byteLength(line) + 1 : 0
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

/** Faults are errors, refusals are warnings. */
const levelOf = (status: number): EventLevel => (status >= 500 ? "error" : status >= 400 ? "warn" : "info")

const eventOf = (entry: AccessEntry, atMs: number): LogEvent => {
  const level = levelOf(entry.status)
  const route = entry.route ?? unknownRoute
  const durationMs = Math.round(entry.durationMs * 1_000) / 1_000
  const who = [entry.clientId, entry.organizationId, entry.clientAddress].filter((name) => name !== undefined)
  return {
    atMs,
    level,
    members: {
      method: entry.method,
      route,
      status: entry.status,
      error: entry.errorCode,
      duration_ms: durationMs,
      request_id: entry.requestId,
      trace_id: entry.traceId,
      client_id: entry.clientId,
      organization_id: entry.organizationId,
      client_address: entry.clientAddress
    },
    pieces: () => [
      { text: String(entry.status), style: level === "info" ? "green" : level === "warn" ? "yellow" : "red" },
      { text: ` ${(entry.method ?? "-").padEnd(6)} ${route.padEnd(routeColumns)} ` },
      { text: `${durationMs.toFixed(1)} ms`.padStart(durationColumns), style: "dim" },
      { text: `  ${entry.requestId}`, style: "dim" },
      { text: [entry.errorCode ?? "", ...who].map((name) => `  ${name}`).join("") }
    ]
  }
}

/** Writes entries to standard output, those of the level and above. What is waiting is written when the program stops. */
export const layer = ({ format, level }: LogSettings): Layer.Layer<never> =>
  Layer.effect(
    AccessLog,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const lineOf = makeLine(format, (yield* screens).results)
      const { printNow } = yield* writers
      let waiting: Array<readonly [entry: AccessEntry, atMs: number]> = []
      const flush = () => {
        if (waiting.length === 0) return
        const lines = waiting.map(([entry, atMs]) => lineOf(eventOf(entry, atMs)))
        waiting = []
        printInPieces(printNow, lines)
      }
      yield* Effect.addFinalizer(() => Effect.sync(flush))
      yield* Effect.forkScoped(Effect.repeat(Effect.sync(flush), Schedule.spaced(Duration.millis(flushIntervalMs))))
      return (entry: AccessEntry) => {
        if (!isWritten(levelOf(entry.status), level)) return
        waiting.push([entry, clock.currentTimeMillisUnsafe()])
        if (waiting.length >= batchMax) flush()
      }
    })
  )

/** Adds the address of each caller to the log, where the settings enable it. */
export const addressLayer = ({ clientAddress }: LogSettings) =>
  clientAddress ? Layer.effect(AddressOfCaller, ClientAddress) : Layer.empty
