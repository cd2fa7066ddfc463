/**
 * Scans the files that wait (recruiting 5, Scan): a node takes a file for the time of an attempt, and writes the verdict with its event under the lock of the
 * application. Asks nobody whether it is time; a worker of the program does that.
 */
import { scanAttachment } from "@partner-api/domain/commands/Attachment"
import { type Scanned, scannedBy, scanRetryMs } from "@partner-api/domain/AttachmentScan"
import { system } from "@partner-api/domain/Journal"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { ApplicationStore } from "../../store/ApplicationStore.ts"
import { fileKeyOf, FileStorage } from "../../store/FileStorage.ts"
import { scansPerLook, ScanStore, type WaitingScan } from "../../store/ScanStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { inBatches } from "../Batches.ts"
import { Journal, record } from "../Journal.ts"
import { lostBytes, wholeContent } from "../WholeContent.ts"
import { scanAttemptMaxMs, Scanner } from "./Scanner.ts"

/** The time that a node has a file for itself: an attempt, and the write of its outcome. */
const leaseMs = 2 * scanAttemptMaxMs

/** The files that a node scans at once: a large one does not hold up the others, and a scanner of default settings has ten threads for all nodes. */
const scansAtOnce = 3

export class AttachmentScans extends Context.Service<
  AttachmentScans,
  {
    /** Scans every file that is due. One without a verdict is tried again later, for as long as it is there. */
    readonly scanDue: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/AttachmentScans") {
  static readonly layer = Layer.effect(
    AttachmentScans,
    Effect.gen(function* () {
      const applications = yield* ApplicationStore
      const journal = yield* Journal
      const scanner = yield* Scanner
      const storage = yield* FileStorage
      const store = yield* ScanStore

      const contentOf = ({ attachment, key }: WaitingScan) =>
        Stream.unwrap(
          Effect.map(
            storage.read(fileKeyOf(key.organizationId, key.id)),
            Option.match({
              onNone: () => Stream.fail(lostBytes),
              onSome: (content) => wholeContent(content, attachment.size_bytes)
            })
          )
        )

      /** Writes a verdict. A file that was removed meanwhile gets none. */
      const end = Effect.fnUntraced(function* ({ attachment, key }: WaitingScan, scanned: Scanned) {
        const { applicationId, organizationId } = key
        const stored = Option.getOrUndefined(yield* applications.lock(organizationId, applicationId))
        if (stored === undefined) return
        const { entries, next } = scanAttachment(organizationId, attachment, { scanned, stored })
        if (yield* store.end(key, next)) yield* record(entries)
      })

      const scanOne = Effect.fnUntraced(function* (due: WaitingScan) {
        const taken = Option.getOrUndefined(yield* store.take(due, (yield* Clock.currentTimeMillis) + leaseMs))
        if (taken === undefined) return
        const outcome = yield* scanner.scan(contentOf(taken))
        const nowMs = yield* Clock.currentTimeMillis
        const scanned = scannedBy(outcome, nowMs - timestampToMillis(taken.attachment.created_at))
        return yield* scanned === undefined
          ? store.postpone(taken.key, nowMs + scanRetryMs(taken.attempts))
          : journal.write(system, end(taken, scanned))
      })

      const some = Effect.gen(function* () {
        const due = yield* store.due(yield* Clock.currentTimeMillis)
        yield* Effect.forEach(due, scanOne, { concurrency: scansAtOnce, discard: true })
        return due.length
      })

      return AttachmentScans.of({
        scanDue: inBatches(some, scansPerLook).pipe(Effect.withSpan("AttachmentScans.scanDue"))
      })
    })
  )
}
