/**
 * The scanner of a service in memory: a function of a test, which runs at the call of the test.
 */
import type { ScanOutcome } from "@partner-api/domain/AttachmentScan"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Journal } from "../services/Journal.ts"
import { AttachmentScans } from "../services/scan/AttachmentScans.ts"
import { Scanner } from "../services/scan/Scanner.ts"
import { storesOf, type WorkOptions } from "./MemoryErasures.ts"

/** Judges the bytes of a file. */
export type JudgeFile = (bytes: Uint8Array<ArrayBuffer>) => ScanOutcome

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** Scans every file that is due now. One without a verdict is due later, when its time has come. */
export const scanDue = (options: WorkOptions, judge: JudgeFile): Promise<void> => {
  const scanner = Layer.succeed(Scanner, {
    scan: (content) =>
      Effect.matchCause(Stream.runCollect(content), {
        onFailure: (): ScanOutcome => "failed",
        onSuccess: (pieces) => judge(joined(pieces))
      })
  })
  return AttachmentScans.use(({ scanDue: scan }) => scan).pipe(
    Effect.provide(
      AttachmentScans.layer.pipe(Layer.provide([Journal.layer, scanner]), Layer.provide(storesOf(options)))
    ),
    Effect.provideService(Clock.Clock, options.clock),
    Effect.runPromise
  )
}
