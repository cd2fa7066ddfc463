/**
 * The laws of erasure requests: which applications a request gets, when one is done, and what is removed.
 */
import { assert } from "@effect/vitest"
import type { StoredApplication } from "@partner-api/domain/Application"
import { AttachmentId } from "@partner-api/domain/Attachment"
import { ErasureRequestId, type StoredErasureRequest } from "@partner-api/domain/ErasureRequest"
import { AgencyId, ApplicationId, ClientId, JobId } from "@partner-api/domain/Ids"
import { holdEndMs } from "@partner-api/domain/commands/Placement"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { AttachmentStore } from "@partner-api/service/store/AttachmentStore"
import { ErasureRequestStore } from "@partner-api/service/store/ErasureRequestStore"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { storedPlacement } from "./PlacementLaws.ts"
import { clientId, foundIds, type Law, one, onOne, transaction, two } from "./Furnished.ts"

const nowMs = 1_700_000_000_000

const request = (id: string, more: Partial<StoredErasureRequest> = {}): StoredErasureRequest => ({
  id: ErasureRequestId.make(id),
  organizationId: one,
  applications: 0,
  emailDigest: "digest",
  createdAtMs: nowMs,
  doneAtMs: undefined,
  ...more
})

const application = (id: string, email: string, submittedBy?: ClientId): StoredApplication => {
  const at = timestampFromMillis(nowMs)
  return {
    application: {
      id: ApplicationId.make(id),
      job_id: JobId.make("job_1"),
      agency_id: AgencyId.make("agy_1"),
      candidate: { first_name: "Grace", last_name: "Hopper", email },
      state: "UNCONFIRMED",
      state_entered_at: at,
      version: 1,
      created_at: at,
      updated_at: at
    },
    rejectedFrom: undefined,
    ...(submittedBy === undefined ? {} : { submittedBy })
  }
}

const viewer = { agencyId: undefined, clientId }

/** A request with the applications of a person. */
const addRequest = (id: string, email: string) =>
  transaction(
    Effect.gen(function* () {
      const store = yield* ErasureRequestStore
      const { id: requestId } = request(id)
      const shown = yield* store.addSubjects({ organizationId: one, requestId }, email, viewer)
      yield* store.insert(request(id, { applications: shown }))
      return shown
    })
  )

const subjectIds = Effect.flatMap(ErasureRequestStore, ({ subjects }) =>
  Effect.map(subjects, (rows) => rows.map(({ applicationId, requestId }) => `${requestId} ${applicationId}`).toSorted())
)

export const erasureRequestLaws: ReadonlyArray<Law> = [
  onOne(
    "an erasure request gets every application of the person, and counts those that the client sees (recruiting 9)",
    Effect.gen(function* () {
      const applications = yield* ApplicationStore
      yield* applications.insertAll(one, [
        application("app_1", "Grace@example.com"),
        application("app_2", "grace@example.com", clientId),
        application("app_3", "grace@example.com", ClientId.make("cli_b")),
        application("app_4", "other@example.com")
      ])
      yield* applications.insertAll(two, [application("app_5", "grace@example.com")])
      assert.strictEqual(yield* addRequest("era_1", "GRACE@example.com"), 2)
      assert.strictEqual(yield* addRequest("era_2", "nobody@example.com"), 0)
      assert.deepStrictEqual(yield* subjectIds, ["era_1 app_1", "era_1 app_2", "era_1 app_3"])
      const store = yield* ErasureRequestStore
      yield* store.release(one, ApplicationId.make("app_3"))
      yield* store.release(two, ApplicationId.make("app_1"))
      assert.deepStrictEqual(yield* subjectIds, ["era_1 app_1", "era_1 app_2"])
    })
  ),
  onOne(
    "an erasure request is done when no file of its applications has bytes left (recruiting 9)",
    Effect.gen(function* () {
      const store = yield* ErasureRequestStore
      const attachments = yield* AttachmentStore
      yield* (yield* ApplicationStore).insertAll(one, [
        application("app_1", "grace@example.com"),
        application("app_2", "grace@example.com")
      ])
      const file = {
        organizationId: one,
        applicationId: ApplicationId.make("app_1"),
        id: AttachmentId.make("att_1")
      }
      yield* attachments.begin(file, nowMs)
      yield* attachments.removeAll(one, file.applicationId, nowMs)
      yield* addRequest("era_1", "grace@example.com")
      const [first, second] = yield* store.subjects
      assert.isDefined(first)
      assert.isDefined(second)
      yield* store.erased(first)
      assert.deepStrictEqual(yield* store.subjects, [second])
      yield* store.erased(second)
      assert.strictEqual(yield* store.settle, 1)
      assert.strictEqual(yield* store.end(nowMs), 0)
      yield* attachments.forget(file)
      assert.strictEqual(yield* store.settle, 1)
      assert.strictEqual(yield* store.end(nowMs), 1)
      assert.strictEqual(yield* store.end(nowMs + 1), 0)
      const done = request("era_1", { applications: 2, doneAtMs: nowMs })
      assert.deepStrictEqual(yield* store.find(one, done.id), Option.some(done))
    })
  ),
  onOne(
    "erasure requests are counted since a moment, listed by id, and removed when they ended long ago (recruiting 9)",
    Effect.gen(function* () {
      const store = yield* ErasureRequestStore
      yield* store.insert(request("era_b"))
      yield* store.insert(request("era_a", { createdAtMs: nowMs - 1, emailDigest: undefined }))
      yield* store.insert(request("era_c", { organizationId: two }))
      assert.strictEqual(yield* transaction(store.lockUse(one, nowMs)), 1)
      assert.deepStrictEqual(foundIds(yield* store.page(one, { after: undefined, limit: 10 })), ["era_a", "era_b"])
      assert.deepStrictEqual(yield* store.find(two, ErasureRequestId.make("era_a")), Option.none())
      assert.strictEqual(yield* store.end(nowMs), 3)
      assert.strictEqual(yield* store.purge(nowMs), 0)
      assert.strictEqual(yield* store.purge(nowMs + 1), 3)
      assert.deepStrictEqual(foundIds(yield* store.page(one, { after: undefined, limit: 10 })), [])
    })
  ),
  onOne(
    "an erasure request is held while a placement keeps the name, and done when it does not (recruiting 9)",
    Effect.gen(function* () {
      const store = yield* ErasureRequestStore
      const placements = yield* PlacementStore
      yield* (yield* ApplicationStore).insertAll(one, [application("app_1", "grace@example.com")])
      const held = storedPlacement("plc_1", {}, { erasureRequestedMs: nowMs })
      yield* transaction(placements.insertAll(one, [held]))
      yield* addRequest("era_1", "grace@example.com")
      const { id } = request("era_1")
      const statusOf = Effect.map(
        store.find(one, id),
        Option.map((found) => found.heldUntilMs)
      )
      assert.deepStrictEqual(yield* statusOf, Option.some(undefined))
      for (const subject of yield* store.subjects) yield* store.erased(subject)
      assert.strictEqual(yield* store.settle, 0)
      assert.strictEqual(yield* store.end(nowMs), 0)
      assert.deepStrictEqual(yield* statusOf, Option.some(holdEndMs(held.placement)))
      const [listed] = (yield* store.page(one, { after: undefined, limit: 10 })).rows
      assert.strictEqual(listed?.row.heldUntilMs, holdEndMs(held.placement))
      yield* transaction(placements.save(one, { ...held, erasureRequestedMs: undefined }))
      assert.strictEqual(yield* store.settle, 1)
      assert.strictEqual(yield* store.end(nowMs), 1)
      assert.deepStrictEqual(yield* statusOf, Option.some(undefined))
    })
  )
]
