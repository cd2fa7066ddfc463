/**
 * The laws of reasons for rejections and withdrawals: they are kept by organization and id, and the applications that name them are counted.
 */
import { assert } from "@effect/vitest"
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import { ApplicationId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { type RejectionReason, RejectionReasonId } from "@partner-api/domain/RejectionReason"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { RejectionReasonStore } from "@partner-api/service/store/RejectionReasonStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { anAgency, at, foundIds, furnish, type Law, one, onOne, race, transaction, two } from "./Furnished.ts"

const reason = (id: string, changes: Partial<RejectionReason> = {}): RejectionReason => ({
  id: RejectionReasonId.make(id),
  text: `text of ${id}`,
  category: "JOB",
  active: true,
  ...changes
})
const [first, second] = [reason("rea_a"), reason("rea_b", { active: false })]

const application = (number: number, members: Partial<Application>): StoredApplication => ({
  application: {
    id: ApplicationId.make(`app_${number}`),
    job_id: JobId.make("job_a"),
    agency_id: anAgency,
    candidate: { first_name: "Ada", last_name: "King", email: `${number}@example.com` },
    state: "REVIEWING",
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at,
    ...members
  },
  rejectedFrom: undefined
})
const rejected = (id: RejectionReasonId): Partial<Application> => ({
  state: "REJECTED",
  rejection: { feedback: "Not enough compilers.", reason_id: id }
})
const withdrawn = (id: RejectionReasonId): Partial<Application> => ({
  state: "WITHDRAWN",
  withdrawal: { by: "AGENCY", reason_id: id }
})

/** How often a reason is named and removed at the same moment. */
const together = 5

export const rejectionReasonLaws: ReadonlyArray<Law> = [
  onOne(
    "a reason is found as it was saved last, in its own organization alone (recruiting 7)",
    Effect.gen(function* () {
      const store = yield* RejectionReasonStore
      const all = (organizationId: OrganizationId) => transaction(store.lockAll(organizationId))
      yield* transaction(store.saveAll(one, [second, first]))
      assert.deepStrictEqual([yield* all(one), yield* all(two)], [[first, second], []])
      assert.isTrue(Option.isNone(yield* store.find(two, first.id)))
      const changed = { ...first, text: "another", active: false }
      yield* transaction(store.saveAll(one, [changed]))
      assert.deepStrictEqual(yield* store.find(one, first.id), Option.some(changed))
      assert.deepStrictEqual(yield* transaction(store.lockShared(one, second.id)), Option.some(second))
      yield* transaction(store.saveAll(two, [first]))
      yield* transaction(store.remove(one, first.id))
      assert.deepStrictEqual([yield* all(one), yield* all(two)], [[second], [first]])
    })
  ),
  onOne(
    "a page of reasons begins after the id of the one before (decisions, Lists)",
    Effect.gen(function* () {
      const store = yield* RejectionReasonStore
      yield* transaction(
        store.saveAll(
          one,
          ["rea_c", "rea_a", "rea_B", "rea_b"].map((id) => reason(id))
        )
      )
      assert.deepStrictEqual(foundIds(yield* store.page(one, { after: undefined, limit: 2 })), [
        "rea_B",
        "rea_a",
        "rea_b"
      ])
      assert.deepStrictEqual(foundIds(yield* store.page(one, { after: "rea_a", limit: 2 })), ["rea_b", "rea_c"])
      assert.deepStrictEqual(foundIds(yield* store.page(two, { after: undefined, limit: 2 })), [])
    })
  ),
  onOne(
    "the applications that name a reason are counted by what ended them, those that do not any more are not (recruiting 7)",
    Effect.gen(function* () {
      const store = yield* RejectionReasonStore
      const applications = yield* ApplicationStore
      assert.isFalse(yield* transaction(store.isUsed(one, first.id)))
      const named = [rejected(first.id), rejected(first.id), withdrawn(first.id), withdrawn(second.id), {}]
      yield* transaction(
        applications.insertAll(
          one,
          named.map((members, index) => application(index, members))
        )
      )
      yield* transaction(applications.insert(two, application(9, rejected(first.id))))
      assert.deepStrictEqual(yield* store.uses(one, first.id), { rejections: 2, withdrawals: 1 })
      assert.deepStrictEqual(yield* store.uses(one, second.id), { rejections: 0, withdrawals: 1 })
      assert.deepStrictEqual(yield* store.uses(two, first.id), { rejections: 1, withdrawals: 0 })
      assert.isTrue(yield* transaction(store.isUsed(one, second.id)))
      assert.isFalse(yield* transaction(store.isUsed(two, second.id)))
      // Restored.
      yield* transaction(applications.save(two, application(9, {})))
      assert.deepStrictEqual(yield* store.uses(two, first.id), { rejections: 0, withdrawals: 0 })
      assert.isFalse(yield* transaction(store.isUsed(two, first.id)))
    })
  ),
  [
    "of two writes of reasons at once, the later one sees what the earlier one has added (recruiting 7)",
    (left, right) =>
      Effect.gen(function* () {
        const add = Effect.flatMap(RejectionReasonStore, (store) =>
          transaction(
            Effect.gen(function* () {
              const { length } = yield* store.lockAll(one)
              yield* store.saveAll(one, [reason(`rea_${length}`)])
              return length
            })
          )
        )
        assert.deepStrictEqual((yield* race(left, right, add)).toSorted(), [0, 1])
      })
  ],
  [
    "a reason is named or removed, however the two come together (recruiting 7)",
    (left, right) =>
      Effect.gen(function* () {
        yield* left(furnish)
        for (let number = 0; number < together; number++) {
          const { id } = reason(`rea_${number}`)
          yield* left(Effect.flatMap(RejectionReasonStore, (store) => transaction(store.saveAll(one, [reason(id)]))))
          const name = Effect.gen(function* () {
            const [store, applications] = [yield* RejectionReasonStore, yield* ApplicationStore]
            return yield* transaction(
              Effect.gen(function* () {
                const found = yield* store.lockShared(one, id)
                if (Option.isSome(found)) yield* applications.insert(one, application(number, rejected(id)))
                return Option.isSome(found)
              })
            )
          })
          const remove = Effect.flatMap(RejectionReasonStore, (store) =>
            transaction(
              Effect.gen(function* () {
                yield* store.lockAll(one)
                const isFree = !(yield* store.isUsed(one, id))
                if (isFree) yield* store.remove(one, id)
                return isFree
              })
            )
          )
          const [isNamed, isRemoved] = yield* Effect.all([left(name), right(remove)], { concurrency: 2 })
          assert.notStrictEqual(isNamed, isRemoved)
        }
      })
  ]
]
