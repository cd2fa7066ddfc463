/**
 * The laws of links of persons, and of applications that were never confirmed: what is stored, how a link ends, and who is due when.
 */
import { assert } from "@effect/vitest"
import type { StoredApplication } from "@partner-api/domain/Application"
import type { ConfirmationLink } from "@partner-api/domain/Confirmation"
import { AgencyId, ApplicationId, JobId } from "@partner-api/domain/Ids"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import type { UnconfirmedKind } from "@partner-api/domain/UnconfirmedApplication"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { ConfirmationStore } from "@partner-api/service/store/ConfirmationStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Law, one, onOne, transaction, two } from "./Furnished.ts"

const expiresAtMs = 20_000 * dayMs
const first = ApplicationId.make("app_a")

const link = (more: Partial<ConfirmationLink> = {}): ConfirmationLink => ({
  organizationId: one,
  applicationId: first,
  digest: "digest a",
  deliveredBy: "AGENCY",
  expiresAtMs,
  decided: undefined,
  dayAtMs: expiresAtMs - 14 * dayMs,
  linksOfDay: 1,
  ...more
})

const application = (id: string, state: "UNCONFIRMED" | "DECLINED" | "AWAITING_SORT"): StoredApplication => {
  const now = timestampFromMillis(0)
  return {
    application: {
      id: ApplicationId.make(id),
      job_id: JobId.make("job_1"),
      agency_id: AgencyId.make("agy_1"),
      candidate: { first_name: "Grace", last_name: "Hopper", email: `${id}@example.com` },
      state,
      state_entered_at: now,
      ...(state === "AWAITING_SORT" ? { confirmed_at: now } : {}),
      version: 1,
      created_at: now,
      updated_at: now
    },
    rejectedFrom: undefined
  }
}

const dueOf = (kind: UnconfirmedKind, beforeMs: number) =>
  Effect.flatMap(ApplicationStore, (store) =>
    Effect.map(store.unconfirmedSince(kind, beforeMs), (keys) => keys.map(({ id }) => id).toSorted())
  )

export const confirmationLaws: ReadonlyArray<Law> = [
  onOne(
    "the link of an application is the one that was made last, and is found by its digest (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* ConfirmationStore
      yield* store.save(link())
      yield* store.save(link({ organizationId: two, digest: "digest b", deliveredBy: "SERVICE" }))
      const next = link({ digest: "digest c", decided: { decision: "CONFIRM", atMs: 1 }, linksOfDay: 2 })
      yield* store.save(next)
      assert.deepStrictEqual(yield* store.ofLink("digest c"), Option.some(next))
      assert.deepStrictEqual(yield* store.ofLink("digest a"), Option.none())
      assert.deepStrictEqual(yield* transaction(store.lock(one, first)), Option.some(next))
      assert.deepStrictEqual(yield* store.find(one, first), Option.some(next))
      yield* store.end(one, first)
      assert.deepStrictEqual(yield* store.ofLink("digest c"), Option.none())
      assert.deepStrictEqual(yield* transaction(store.lock(one, first)), Option.some({ ...next, digest: undefined }))
      yield* store.remove(one, first)
      assert.deepStrictEqual(yield* transaction(store.lock(one, first)), Option.none())
      assert.deepStrictEqual(yield* store.find(one, first), Option.none())
      assert.isTrue(Option.isSome(yield* store.ofLink("digest b")))
    })
  ),
  onOne(
    "a link that has ended is removed, but the one of a person who confirmed (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* ConfirmationStore
      yield* store.save(link())
      yield* store.save(link({ organizationId: two, digest: "b", decided: { decision: "CONFIRM", atMs: 1 } }))
      assert.strictEqual(yield* store.purge(expiresAtMs), 0)
      assert.strictEqual(yield* store.purge(expiresAtMs + 1), 1)
      assert.isTrue(Option.isSome(yield* store.ofLink("b")))
    })
  ),
  onOne(
    "an application that was never confirmed is due by when it was written into its state (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const beganMs = yield* Clock.currentTimeMillis
      const waiting = application("app_waiting", "UNCONFIRMED")
      yield* store.insertAll(one, [waiting, application("app_confirmed", "AWAITING_SORT")])
      yield* store.insertAll(two, [application("app_declined", "DECLINED")])
      assert.deepStrictEqual(yield* dueOf("WAITING", beganMs), [])
      const laterMs = (yield* Clock.currentTimeMillis) + 1
      assert.deepStrictEqual(yield* dueOf("WAITING", laterMs), [waiting.application.id])
      assert.deepStrictEqual(yield* dueOf("ENDED", laterMs), [ApplicationId.make("app_declined")])
      // A note changes nothing of it; a decline begins anew.
      yield* store.save(one, { ...waiting, application: { ...waiting.application, note: "Later." } })
      assert.deepStrictEqual(yield* dueOf("WAITING", laterMs), [waiting.application.id])
      yield* store.save(one, { ...waiting, application: { ...waiting.application, state: "DECLINED" } })
      assert.deepStrictEqual(yield* dueOf("WAITING", Number.MAX_SAFE_INTEGER), [])
      assert.lengthOf(yield* dueOf("ENDED", Number.MAX_SAFE_INTEGER), 2)
      const { candidate: _, ...erased } = application("app_declined", "DECLINED").application
      yield* store.save(two, { application: erased, rejectedFrom: undefined })
      assert.deepStrictEqual(yield* dueOf("ENDED", Number.MAX_SAFE_INTEGER), [waiting.application.id])
    })
  )
]
