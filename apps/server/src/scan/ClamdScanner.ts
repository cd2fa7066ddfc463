/**
 * {@link Scanner} by clamd. Its verdicts count once it has shown that it reports what it does not read whole: by default clamd answers `OK` for a file beyond a
 * limit of its own.
 */
import { attachmentBytesMax } from "@partner-api/domain/Attachment"
import type { ScanOutcome } from "@partner-api/domain/AttachmentScan"
import { Scanner } from "@partner-api/service/services/scan/Scanner"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { catalog } from "../platform/metrics/MetricCatalog.ts"
import { Meters } from "../platform/metrics/Meters.ts"
import type { ScanSettings } from "../platform/ScanSettings.ts"
import { exchange } from "./ClamdExchange.ts"
import { nestedArchive } from "./NestedArchive.ts"

/** The time that a scanner counts as one that reports its limits: its settings change with a restart, which nobody announces. */
const fitFor = "1 hour"

/** The scanner's answer to an archive beyond its limits: `exceeded` where it reports them. */
const answerToArchive = (place: ScanSettings) =>
  exchange(
    place,
    Stream.sync(() => nestedArchive())
  )

/** The health of a scanner for `doctor`. */
export interface ScannerHealth {
  /** The outcome of a file of the largest size that is taken. */
  readonly largest: ScanOutcome
  /** The outcome of an archive beyond the limits of every scanner. */
  readonly nested: ScanOutcome
}

/** A file of the largest size that is taken, in pieces of this many bytes. */
const pieceBytes = 262_144
const largestFile = Stream.map(Stream.range(1, attachmentBytesMax / pieceBytes), () => new Uint8Array(pieceBytes))

/** Sends a scanner both. */
export const examine = (place: ScanSettings): Effect.Effect<ScannerHealth> =>
  Effect.all({ largest: exchange(place, largestFile), nested: answerToArchive(place) })

export const layer = (place: ScanSettings) =>
  Layer.effect(
    Scanner,
    Effect.gen(function* () {
      const meters = yield* Meters
      const recorders = new Map(
        catalog.partner_scans_total.series.map(({ outcome }) => [
          outcome,
          meters?.recorder("partner_scans_total", { outcome })
        ])
      )
      const [examined, forget] = yield* Effect.cachedInvalidateWithTTL(answerToArchive(place), fitFor)
      const attempt = <E>(content: Stream.Stream<Uint8Array, E>) =>
        Effect.gen(function* () {
          const archive = yield* examined
          if (archive === "exceeded") return yield* exchange(place, content)
          yield* forget
          return archive === "failed" ? archive : "unfit"
        })
      return Scanner.of({
        scan: (content) =>
          attempt(content).pipe(
            Effect.tap((outcome) => Effect.sync(() => recorders.get(outcome)?.(1))),
            Effect.map((outcome): ScanOutcome => (outcome === "unfit" ? "failed" : outcome))
          )
      })
    })
  )
