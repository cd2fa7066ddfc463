/**
 * The laws of files that wait for the scanner (recruiting 5, Scan): what waits, who takes it, and that a verdict reaches a waiting file alone.
 */
import { assert } from "@effect/vitest"
import { type Attachment, AttachmentId, type ScanStatus } from "@partner-api/domain/Attachment"
import { ApplicationId } from "@partner-api/domain/Ids"
import { type AttachmentKey, AttachmentStore } from "@partner-api/service/store/AttachmentStore"
import { scansPerLook, ScanStore } from "@partner-api/service/store/ScanStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { at, type Law, one, onOne } from "./Furnished.ts"

const applicationId = ApplicationId.make("app_one")

const keyOf = (id: string): AttachmentKey => ({ organizationId: one, applicationId, id: AttachmentId.make(id) })

const attachmentOf = (id: string, scan_status: ScanStatus): Attachment => ({
  id: AttachmentId.make(id),
  type: "RESUME",
  file_name: "Grace.pdf",
  media_type: "application/pdf",
  size_bytes: 10,
  sha256: "00",
  scan_status,
  created_at: at
})

/** Stores a file at a moment. */
const stored = (id: string, nowMs: number, scan_status: ScanStatus = "PENDING") =>
  Effect.gen(function* () {
    const { begin, settle } = yield* AttachmentStore
    yield* begin(keyOf(id), nowMs)
    assert.isTrue(yield* settle(keyOf(id), attachmentOf(id, scan_status), nowMs))
  })

const idsDue = (nowMs: number) =>
  Effect.flatMap(ScanStore, ({ due }) => Effect.map(due(nowMs), (scans) => scans.map(({ key }) => String(key.id))))

export const scanLaws: ReadonlyArray<Law> = [
  onOne(
    "a stored PENDING file waits, the longest waiting first, and no other file does (recruiting 5)",
    Effect.gen(function* () {
      const { backlog } = yield* ScanStore
      assert.deepStrictEqual(yield* backlog, { waiting: 0, oldestMs: undefined })
      const { begin } = yield* AttachmentStore
      yield* begin(keyOf("att_begun"), 1_000)
      yield* stored("att_unscanned", 1_000, "NOT_SCANNED")
      yield* stored("att_b", 3_000)
      yield* stored("att_a", 5_000)
      yield* stored("att_c", 2_000)
      assert.deepStrictEqual(yield* idsDue(4_000), ["att_c", "att_b"])
      assert.deepStrictEqual(yield* idsDue(5_000), ["att_c", "att_b", "att_a"])
      assert.deepStrictEqual(yield* backlog, { waiting: 3, oldestMs: 2_000 })
      for (let number = 0; number < scansPerLook; number++) yield* stored(`att_more${number}`, 6_000)
      assert.lengthOf(yield* idsDue(6_000), scansPerLook)
    })
  ),
  onOne(
    "a waiting file is taken by one node, tried again when it is postponed, and ends with one verdict (recruiting 5)",
    Effect.gen(function* () {
      const { backlog, due, end, postpone, take } = yield* ScanStore
      yield* stored("att_a", 1_000)
      const [first] = yield* due(1_000)
      assert.deepInclude(first, { attachment: attachmentOf("att_a", "PENDING"), dueAtMs: 1_000, attempts: 0 })
      if (first === undefined) return
      const taken = yield* Effect.forEach([1, 2, 3], () => take(first, 9_000), { concurrency: 3 })
      assert.deepStrictEqual(taken.flatMap(Option.toArray), [{ ...first, attempts: 1, dueAtMs: 9_000 }])
      assert.deepStrictEqual(yield* idsDue(8_999), [])
      yield* postpone(first.key, 4_000)
      assert.deepStrictEqual(yield* idsDue(4_000), ["att_a"])
      const clean = attachmentOf("att_a", "CLEAN")
      assert.isTrue(yield* end(first.key, clean))
      assert.isFalse(yield* end(first.key, attachmentOf("att_a", "REJECTED")))
      yield* postpone(first.key, 5_000)
      assert.deepStrictEqual(yield* idsDue(9_999), [])
      assert.deepStrictEqual(yield* backlog, { waiting: 0, oldestMs: undefined })
      assert.deepStrictEqual(yield* (yield* AttachmentStore).find(first.key), Option.some(clean))
    })
  ),
  onOne(
    "a file that is removed does not wait any more, and gets no verdict (recruiting 5)",
    Effect.gen(function* () {
      const { end } = yield* ScanStore
      const { find, remove, removeAll } = yield* AttachmentStore
      yield* stored("att_a", 1_000)
      yield* stored("att_b", 1_000)
      yield* remove(keyOf("att_a"), 2_000)
      assert.deepStrictEqual(yield* idsDue(9_000), ["att_b"])
      assert.isFalse(yield* end(keyOf("att_a"), attachmentOf("att_a", "CLEAN")))
      assert.deepStrictEqual(yield* find(keyOf("att_a")), Option.none())
      yield* removeAll(one, applicationId, 3_000)
      assert.deepStrictEqual(yield* idsDue(9_000), [])
    })
  )
]
