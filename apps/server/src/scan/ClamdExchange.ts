/**
 * One file to clamd and its answer, over a connection of its own (INSTREAM, clamd(8)): pieces with their lengths, a length of zero, and one line in return.
 *
 * Judges no scanner and tries nothing again.
 */
import * as Net from "node:net"
import type { ScanOutcome } from "@partner-api/domain/AttachmentScan"
import { scanAttemptMaxMs } from "@partner-api/service/services/scan/Scanner"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { freeBytes } from "../platform/FreedBytes.ts"
import type { ScanSettings } from "../platform/ScanSettings.ts"

/** The time to connect, in milliseconds: the scanner is near. */
const connectTimeoutMs = 5_000

/** The longest answer, in bytes: the name of a signature has some dozen. */
const answerBytesMax = 4_096

/** The connection ended without an answer. */
class ScanCut extends Data.TaggedError("ScanCut") {}

/** The verdict of an answer. An unknown answer is no verdict: a file is `clean` by one answer alone. */
const outcomeOf = (answer: string): ScanOutcome => {
  if (answer === "stream: OK") return "clean"
  if (answer === "INSTREAM size limit exceeded. ERROR") return "exceeded"
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (signature === undefined) return "failed"
  // With AlertExceedsMax, clamd reports a file that it has not read whole as found.
  return signature.startsWith("Heuristics.Limits.Exceeded") ? "exceeded" : "rejected"
}

/** Whether an answer is whole: it ends with zero, or with a line end where clamd gives up. */
const end = /[\0\n]/

/** The answer on a connection. */
const answerOn = (socket: Net.Socket): Effect.Effect<string, ScanCut> =>
  Effect.callback((resume) => {
    let text = ""
    socket.on("data", (piece: Buffer) => {
      text += piece.toString("latin1")
      if (end.test(text)) resume(Effect.succeed(text.slice(0, text.search(end))))
      else if (text.length > answerBytesMax) resume(Effect.fail(new ScanCut()))
    })
    socket.on("close", () => resume(Effect.fail(new ScanCut())))
  })

/** Writes, and ends when the bytes are on their way. Where they never are, the end of the connection fails the exchange. */
const write = (socket: Net.Socket, bytes: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    socket.write(bytes, (error) => {
      if (error === undefined || error === null) resume(Effect.void)
    })
  })

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Writes a file. The answer may come before its end. */
const send = <E>(socket: Net.Socket, content: Stream.Stream<Uint8Array, E>): Effect.Effect<void, E> =>
  write(socket, Buffer.from("zINSTREAM\0")).pipe(
    Effect.andThen(
      Stream.runForEach(content, (piece) =>
        piece.byteLength === 0
          ? Effect.void
          : Effect.andThen(write(socket, lengthOf(piece.byteLength)), write(socket, piece)).pipe(
              Effect.andThen(Effect.sync(() => freeBytes(piece)))
            )
      )
    ),
    Effect.andThen(write(socket, lengthOf(0)))
  )

const connected = (socket: Net.Socket): Effect.Effect<void, ScanCut> =>
  Effect.callback((resume) => {
    socket.once("connect", () => resume(Effect.void))
    socket.once("close", () => resume(Effect.fail(new ScanCut())))
  })

/** The outcome on a connection. An answer that comes before the end of a file is no verdict on all of it, but for a refusal. */
const outcomeOn = <E>(socket: Net.Socket, content: Stream.Stream<Uint8Array, E>) =>
  Effect.suspend(() => {
    let isSent = false
    const sending = Effect.andThen(
      send(socket, content),
      Effect.sync(() => void (isSent = true))
    )
    return Effect.raceFirst(Effect.andThen(sending, Effect.never), answerOn(socket)).pipe(
      Effect.map((answer): ScanOutcome => {
        const outcome = outcomeOf(answer)
        return outcome === "clean" && !isSent ? "failed" : outcome
      })
    )
  })

/** Sends a file and reads what came of it. */
export const exchange = <E>(
  { host, port }: ScanSettings,
  content: Stream.Stream<Uint8Array, E>
): Effect.Effect<ScanOutcome> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const socket = Net.connect({ host, port })
      // The end of the connection follows each error.
      socket.on("error", () => {})
      return socket
    }),
    (socket) => Effect.andThen(Effect.timeout(connected(socket), connectTimeoutMs), outcomeOn(socket, content)),
    (socket) => Effect.sync(() => void socket.destroy())
  ).pipe(
    Effect.timeout(scanAttemptMaxMs),
    Effect.catch(() => Effect.succeed<ScanOutcome>("failed"))
  )
