/**
 * The laws of placements: which ones a page has, which ones the service moves on, and which ones have held a name for too long.
 */
import { assert } from "@effect/vitest"
import { holdEndMs } from "@partner-api/domain/commands/Placement"
import { AgencyId, ApplicationId, JobId } from "@partner-api/domain/Ids"
import { Placement, PlacementId, type StoredPlacement } from "@partner-api/domain/Placement"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { at, foundIds, type Law, one, onOne, transaction, two } from "./Furnished.ts"

/** A placement that laws begin with, and what differs from it. */
export const storedPlacement = (
  id: string,
  more: Partial<Placement> = {},
  rest: Partial<StoredPlacement> = {}
): StoredPlacement => ({
  placement: {
    id: PlacementId.make(id),
    application_id: ApplicationId.make("app_1"),
    job_id: JobId.make("job_1"),
    agency_id: AgencyId.make("agy_1"),
    candidate_name: "Grace Hopper",
    status: "AWAITING_START",
    start_date: "2026-03-01",
    base_salary_cents: 1,
    fee_base_cents: 1,
    currency: "EUR",
    fee: { feeType: "OPTIMIZED_FEE" },
    settlement: { status: "NOT_DUE", at },
    version: 1,
    created_at: at,
    updated_at: at,
    ...more
  },
  paymentTermsDays: 30,
  hiredFrom: "OFFER",
  erasureRequestedMs: undefined,
  ...rest
})

const page = (filter: PlacementFilter, agencyId?: AgencyId, limit = 10) =>
  Effect.flatMap(PlacementStore, (store) =>
    Effect.map(store.page(one, agencyId, filter, { after: undefined, limit }), foundIds)
  )

const all = [
  storedPlacement("plc_a"),
  storedPlacement("plc_b", {
    status: "IN_GUARANTEE",
    guarantee_ends_on: "2026-05-01",
    settlement: { status: "DUE", at }
  }),
  storedPlacement("plc_c", {
    application_id: ApplicationId.make("app_2"),
    job_id: JobId.make("job_2"),
    status: "COMPLETED",
    settlement: { status: "DUE", at }
  }),
  storedPlacement("plc_d", {
    agency_id: AgencyId.make("agy_2"),
    status: "COMPLETED",
    settlement: { status: "PAID", at }
  })
]

const encodePlacement = jsonTextOf(Placement)

export const placementLaws: ReadonlyArray<Law> = [
  onOne(
    "placements are listed by each filter and by two together, and an agency has its own (recruiting 8)",
    Effect.gen(function* () {
      const store = yield* PlacementStore
      yield* transaction(store.insertAll(one, all))
      yield* transaction(store.insertAll(two, [storedPlacement("plc_e")]))
      assert.deepStrictEqual(yield* page({}), ["plc_a", "plc_b", "plc_c", "plc_d"])
      assert.deepStrictEqual(yield* page({ status: ["COMPLETED", "IN_GUARANTEE"] }), ["plc_b", "plc_c", "plc_d"])
      assert.deepStrictEqual(yield* page({ settlement_status: ["PAID", "NOT_DUE"] }), ["plc_a", "plc_d"])
      assert.deepStrictEqual(
        yield* page({ status: ["COMPLETED", "IN_GUARANTEE", "FELL_OFF"], settlement_status: ["DUE", "VOID"] }),
        ["plc_b", "plc_c"]
      )
      const job_id = JobId.make("job_1")
      assert.deepStrictEqual(yield* page({ job_id, status: ["COMPLETED"], settlement_status: ["PAID"] }), ["plc_d"])
      assert.deepStrictEqual(yield* page({ application_id: ApplicationId.make("app_2") }), ["plc_c"])
      assert.deepStrictEqual(yield* page({}, AgencyId.make("agy_2")), ["plc_d"])
      assert.deepStrictEqual(yield* page({ settlement_status: ["DUE"] }, AgencyId.make("agy_1")), ["plc_b", "plc_c"])
      const updated_since = "1970-01-01T00:00:00Z"
      assert.sameMembers([...(yield* page({ updated_since, settlement_status: ["DUE"] }))], ["plc_b", "plc_c"])
      const first = yield* store.page(one, undefined, {}, { after: undefined, limit: 2 })
      const after = first.rows[1]?.position
      assert.deepStrictEqual(foundIds(yield* store.page(one, undefined, {}, { after, limit: 2 })), ["plc_c", "plc_d"])
    })
  ),
  onOne(
    "a placement is what was saved last, with what the API does not show (recruiting 8)",
    Effect.gen(function* () {
      const store = yield* PlacementStore
      yield* transaction(store.insertAll(one, all))
      const next = storedPlacement(
        "plc_a",
        { status: "COMPLETED", version: 2 },
        { paymentTermsDays: 0, hiredFrom: undefined, erasureRequestedMs: 7 }
      )
      yield* transaction(store.save(one, next))
      assert.deepStrictEqual(yield* store.find(one, next.placement.id), Option.some(next))
      assert.deepStrictEqual(yield* transaction(store.lock(one, next.placement.id)), Option.some(next))
      assert.deepStrictEqual(yield* store.find(two, next.placement.id), Option.none())
      const { agency_id, id } = next.placement
      const text = Option.some(encodePlacement(next.placement))
      for (const [organizationId, agencyId, expected] of [
        [one, undefined, text],
        [one, agency_id, text],
        [one, AgencyId.make("agy_2"), Option.none<string>()],
        [two, undefined, Option.none<string>()]
      ] as const) {
        const shown = Option.map(yield* store.shown(organizationId, agencyId, id), ({ json }) => json)
        assert.deepStrictEqual(shown, expected)
      }
      const ofApplication = yield* transaction(store.lockOf(one, ApplicationId.make("app_1")))
      assert.deepStrictEqual(
        ofApplication.map(({ placement: { id } }) => id),
        ["plc_a", "plc_b", "plc_d"]
      )
      assert.deepStrictEqual(yield* page({ status: ["AWAITING_START"] }), [])
    })
  ),
  onOne(
    "the placements whose day is over are due, and those that have held a name for ten years are found (recruiting 8, 9)",
    Effect.gen(function* () {
      const store = yield* PlacementStore
      yield* transaction(store.insertAll(one, all))
      const held = storedPlacement("plc_h", { status: "COMPLETED" }, { erasureRequestedMs: 7 })
      yield* transaction(store.insertAll(two, [held]))
      const ids = (due: ReturnType<PlacementStore["Service"]["due"]>) =>
        Effect.map(due, (keys) => keys.map(({ id }) => id as string).toSorted())
      assert.deepStrictEqual(yield* ids(store.due("2026-03-01")), [])
      assert.deepStrictEqual(yield* ids(store.due("2026-03-02")), ["plc_a"])
      assert.deepStrictEqual(yield* ids(store.due("2026-05-02")), ["plc_a", "plc_b"])
      assert.deepStrictEqual(yield* store.firstDue("2026-03-01"), Option.none())
      assert.deepStrictEqual(yield* store.firstDue("2026-06-01"), Option.some("2026-03-01"))
      const endMs = holdEndMs(held.placement)
      assert.deepStrictEqual(yield* store.heldUntil(endMs - 1), [])
      assert.deepStrictEqual(yield* store.heldUntil(endMs), [{ organizationId: two, id: held.placement.id }])
    })
  )
]
