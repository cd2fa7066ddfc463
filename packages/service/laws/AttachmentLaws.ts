/**
 * The laws of the rows of attachments (recruiting, Attachments): what is shown is settled, and what is not settled is found by a sweep.
 */
import { assert } from "@effect/vitest"
import { type Attachment, AttachmentId } from "@partner-api/domain/Attachment"
import { ApplicationId } from "@partner-api/domain/Ids"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { type AttachmentKey, AttachmentStore } from "@partner-api/service/store/AttachmentStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { at, clientId, type Law, one, onOne, two } from "./Furnished.ts"

const application = ApplicationId.make("app_one")

const keyOf = (id: string, more: Partial<AttachmentKey> = {}): AttachmentKey => ({
  organizationId: one,
  applicationId: application,
  id: AttachmentId.make(id),
  ...more
})

const attachmentOf = (id: string, size_bytes = 10): Attachment => ({
  id: AttachmentId.make(id),
  type: "RESUME",
  file_name: "Grace.pdf",
  media_type: "application/pdf",
  size_bytes,
  sha256: "00",
  scan_status: "NOT_SCANNED",
  created_at: at
})

/** Begins a row and settles it. */
const settled = (key: AttachmentKey, sizeBytes?: number) =>
  Effect.gen(function* () {
    const { begin, settle } = yield* AttachmentStore
    yield* begin(key, 1_000)
    assert.isTrue(yield* settle(key, attachmentOf(key.id, sizeBytes), 2_000))
  })

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

export const attachmentLaws: ReadonlyArray<Law> = [
  onOne(
    "an attachment is shown once it is settled, to its application and its organization alone",
    Effect.gen(function* () {
      const { begin, find, ofApplication } = yield* AttachmentStore
      yield* begin(keyOf("att_a"), 1_000)
      yield* settled(keyOf("att_c"))
      yield* settled(keyOf("att_b"))
      yield* settled(keyOf("att_d", { applicationId: ApplicationId.make("app_two") }))
      assert.deepStrictEqual(yield* ofApplication(one, application), [attachmentOf("att_b"), attachmentOf("att_c")])
      assert.deepStrictEqual(yield* find(keyOf("att_a")), Option.none())
      assert.deepStrictEqual(yield* find(keyOf("att_b")), Option.some(attachmentOf("att_b")))
      assert.deepStrictEqual(yield* find(keyOf("att_b", { organizationId: two })), Option.none())
      assert.deepStrictEqual(yield* find(keyOf("att_d")), Option.none())
    })
  ),
  onOne(
    "a sweep finds removed attachments, and those that were begun long ago",
    Effect.gen(function* () {
      const { begin, firstUnsettledMs, forget, remove, unsettled } = yield* AttachmentStore
      assert.deepStrictEqual(yield* firstUnsettledMs(3_000), Option.none())
      yield* begin(keyOf("att_old"), 1_000)
      yield* begin(keyOf("att_young"), 5_000)
      yield* settled(keyOf("att_kept"))
      yield* settled(keyOf("att_removed"))
      yield* remove(keyOf("att_removed"), 6_000)
      assert.deepStrictEqual(idsOf(yield* unsettled(3_000)), ["att_old", "att_removed"])
      assert.deepStrictEqual(yield* firstUnsettledMs(3_000), Option.some(1_000))
      assert.deepStrictEqual(yield* firstUnsettledMs(0), Option.some(6_000))
      yield* forget(keyOf("att_removed"))
      yield* forget(keyOf("att_kept"))
      assert.deepStrictEqual(idsOf(yield* unsettled(9_000)), ["att_old", "att_young"])
      assert.isTrue(Option.isSome(yield* (yield* AttachmentStore).find(keyOf("att_kept"))))
    })
  ),
  onOne(
    "an attachment that was removed while its file arrived is not settled",
    Effect.gen(function* () {
      const { begin, find, removeAll, settle } = yield* AttachmentStore
      yield* begin(keyOf("att_a"), 1_000)
      yield* removeAll(one, application, 2_000)
      assert.isFalse(yield* settle(keyOf("att_a"), attachmentOf("att_a"), 3_000))
      assert.isFalse(yield* settle(keyOf("att_none"), attachmentOf("att_none"), 3_000))
      assert.deepStrictEqual(yield* find(keyOf("att_a")), Option.none())
    })
  ),
  onOne(
    "an attachment that is given up is found by a sweep, unless it is settled",
    Effect.gen(function* () {
      const { abandon, begin, find, unsettled } = yield* AttachmentStore
      yield* begin(keyOf("att_begun"), 5_000)
      yield* settled(keyOf("att_settled"))
      yield* abandon(keyOf("att_begun"), 6_000)
      yield* abandon(keyOf("att_settled"), 6_000)
      assert.deepStrictEqual(idsOf(yield* unsettled(0)), ["att_begun"])
      assert.isTrue(Option.isSome(yield* find(keyOf("att_settled"))))
    })
  ),
  onOne(
    "the attachments of an application are removed together, and no others; the bytes of an organization are those of its settled ones",
    Effect.gen(function* () {
      const { ofApplication, remove, removeAll, storedBytes } = yield* AttachmentStore
      const other = ApplicationId.make("app_two")
      assert.strictEqual(yield* storedBytes(one), 0)
      yield* settled(keyOf("att_a"), 100)
      yield* settled(keyOf("att_b"), 200)
      yield* settled(keyOf("att_c", { applicationId: other }), 50)
      yield* settled(keyOf("att_d", { applicationId: other }), 7)
      assert.deepStrictEqual([yield* storedBytes(one), yield* storedBytes(two)], [357, 0])
      yield* removeAll(one, application, 3_000)
      assert.deepStrictEqual(yield* ofApplication(one, application), [])
      assert.deepStrictEqual(idsOf(yield* ofApplication(one, other)), ["att_c", "att_d"])
      yield* remove(keyOf("att_d", { applicationId: other }), 4_000)
      yield* remove(keyOf("att_d", { applicationId: other }), 5_000)
      assert.strictEqual(yield* storedBytes(one), 50)
    })
  ),
  onOne(
    "the bytes of a client are counted by the day",
    Effect.gen(function* () {
      const { countBytes, purgeBytes, sentBytes } = yield* AttachmentStore
      assert.strictEqual(yield* sentBytes(clientId, 0), 0)
      assert.strictEqual(yield* countBytes(clientId, 0, 10), 10)
      assert.strictEqual(yield* countBytes(clientId, 0, 5), 15)
      assert.strictEqual(yield* sentBytes(clientId, 0), 15)
      assert.strictEqual(yield* countBytes(clientId, dayMs, 1), 1)
      yield* purgeBytes(dayMs)
      assert.strictEqual(yield* countBytes(clientId, 0, 0), 0)
      assert.strictEqual(yield* countBytes(clientId, dayMs, 0), 1)
    })
  )
]
