/**
 * The laws of stores of invitations: what is stored, lists at a moment, the use of an organization, and the erasure of persons.
 */
import { assert } from "@effect/vitest"
import { AgencyInvitationId, type StoredAgencyInvitation } from "@partner-api/domain/AgencyInvitation"
import { AgencyId } from "@partner-api/domain/Ids"
import { linkEndMs } from "@partner-api/domain/Link"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { AgencyInvitationStore } from "@partner-api/service/store/AgencyInvitationStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { foundIds, type Law, one, onOne, race, transaction, two } from "./Furnished.ts"

const todayMs = 20_000 * dayMs
const nowMs = todayMs + 1_000

const invitation = (id: string, more: Partial<StoredAgencyInvitation> = {}): StoredAgencyInvitation => ({
  id: AgencyInvitationId.make(id),
  organizationId: one,
  companyName: "Hirewell",
  person: { first_name: "Robin", last_name: "Doe", email: "robin@hirewell.example" },
  optimizedFee: true,
  agencyId: undefined,
  state: "PENDING",
  digest: `digest of ${id}`,
  createdAtMs: nowMs,
  expiresAtMs: linkEndMs(nowMs),
  endsAtMs: linkEndMs(nowMs),
  secretDigest: undefined,
  linkDayMs: todayMs,
  linksOfDay: 1,
  ...more
})
const ended = { expiresAtMs: nowMs, endsAtMs: nowMs }
const firstPage = { after: undefined, limit: 10 }

const insertAll = (...invitations: ReadonlyArray<StoredAgencyInvitation>) =>
  Effect.flatMap(AgencyInvitationStore, (store) => Effect.forEach(invitations, store.insert, { discard: true }))

export const agencyInvitationLaws: ReadonlyArray<Law> = [
  onOne(
    "an invitation is what was stored, in its organization alone, and is found by its link",
    Effect.gen(function* () {
      const store = yield* AgencyInvitationStore
      const first = invitation("inv_a")
      yield* insertAll(first)
      assert.deepStrictEqual(yield* store.find(one, first.id), Option.some(first))
      assert.deepStrictEqual(yield* transaction(store.lock(one, first.id)), Option.some(first))
      assert.deepStrictEqual(yield* store.find(two, first.id), Option.none())
      assert.deepStrictEqual(yield* store.ofLink("digest of inv_a"), Option.some(first))
      assert.deepStrictEqual(yield* store.ofLink("another"), Option.none())
      const next: StoredAgencyInvitation = {
        ...first,
        state: "ACCEPTED",
        agencyId: AgencyId.make("agy_a"),
        optimizedFee: undefined,
        digest: "another",
        secretDigest: "secret",
        endsAtMs: nowMs,
        linksOfDay: 2
      }
      yield* transaction(store.save(next))
      assert.deepStrictEqual(yield* store.find(one, first.id), Option.some(next))
      assert.deepStrictEqual(yield* store.ofLink("digest of inv_a"), Option.none())
      assert.deepStrictEqual(yield* transaction(store.lockOfLink("another")), Option.some(next))
      yield* transaction(store.save({ ...next, digest: undefined, person: undefined }))
      assert.deepStrictEqual(
        yield* store.find(one, first.id),
        Option.some({ ...next, digest: undefined, person: undefined })
      )
    })
  ),
  onOne(
    "invitations are listed by id as they stand at a moment, in pages with one row more",
    Effect.gen(function* () {
      const store = yield* AgencyInvitationStore
      yield* insertAll(
        invitation("inv_d"),
        invitation("inv_b", ended),
        invitation("inv_a"),
        invitation("inv_c", { state: "ACCEPTED", ...ended }),
        invitation("inv_e", { state: "REVOKED", ...ended }),
        invitation("inv_f"),
        invitation("inv_z", { organizationId: two })
      )
      const page = (status?: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED", request = firstPage) =>
        Effect.map(store.page(one, { filter: status === undefined ? {} : { status }, nowMs }, request), foundIds)
      assert.deepStrictEqual(yield* page(), ["inv_a", "inv_b", "inv_c", "inv_d", "inv_e", "inv_f"])
      assert.deepStrictEqual(yield* page("PENDING"), ["inv_a", "inv_d", "inv_f"])
      assert.deepStrictEqual(yield* page("EXPIRED"), ["inv_b"])
      assert.deepStrictEqual(yield* page("ACCEPTED"), ["inv_c"])
      assert.deepStrictEqual(yield* page("REVOKED"), ["inv_e"])
      const walked = yield* store.page(one, { filter: { status: "PENDING" }, nowMs }, { after: "inv_a", limit: 1 })
      assert.deepStrictEqual(foundIds(walked), ["inv_d", "inv_f"])
    })
  ),
  onOne(
    "the use of an organization counts its pending invitations, and the links of the day of all of them",
    Effect.gen(function* () {
      const store = yield* AgencyInvitationStore
      const use = (organizationId = one) => transaction(store.lockUse(organizationId, nowMs))
      assert.deepStrictEqual(yield* use(), { pending: 0, nextEndMs: undefined, linksOfDay: 0 })
      yield* insertAll(
        invitation("inv_a", { expiresAtMs: nowMs + 7 }),
        invitation("inv_b"),
        invitation("inv_c", ended),
        invitation("inv_d", { state: "REVOKED", linksOfDay: 3 }),
        invitation("inv_e", { linkDayMs: todayMs - dayMs, linksOfDay: 50 }),
        invitation("inv_z", { organizationId: two })
      )
      assert.deepStrictEqual(yield* use(), { pending: 3, nextEndMs: nowMs + 7, linksOfDay: 6 })
      assert.strictEqual((yield* use(two)).pending, 1)
    })
  ),
  [
    "of two that add an invitation at once, the second one sees that of the first",
    (first, second) =>
      Effect.gen(function* () {
        const add = transaction(
          Effect.gen(function* () {
            const store = yield* AgencyInvitationStore
            const { pending } = yield* store.lockUse(one, nowMs)
            yield* store.insert(invitation(`inv_${pending}`))
            return pending
          })
        )
        const seen = yield* race(first, second, add)
        assert.deepStrictEqual(
          seen.toSorted((a, b) => a - b),
          [0, 1]
        )
      })
  ],
  onOne(
    "persons of invitations that ended before a moment are erased, and counted",
    Effect.gen(function* () {
      const store = yield* AgencyInvitationStore
      yield* insertAll(
        invitation("inv_a", { endsAtMs: nowMs - 1 }),
        invitation("inv_b", { organizationId: two, endsAtMs: nowMs - 1, state: "REVOKED" }),
        invitation("inv_c", { endsAtMs: nowMs })
      )
      assert.strictEqual(yield* transaction(store.erasePersons(nowMs)), 2)
      assert.strictEqual(yield* transaction(store.erasePersons(nowMs)), 0)
      const { rows } = yield* store.page(one, { filter: {}, nowMs }, firstPage)
      assert.deepStrictEqual(
        rows.map(({ row }) => row),
        [invitation("inv_a", { endsAtMs: nowMs - 1, person: undefined }), invitation("inv_c", { endsAtMs: nowMs })]
      )
    })
  )
]
