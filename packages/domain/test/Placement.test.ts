/**
 * Placements: which action leads where on which day, what it sets, and the laws that hold whatever the order of actions (recruiting 8).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Application, Hire } from "../src/Application.ts"
import { daysAfter, daysBetween } from "../src/CalendarDate.ts"
import {
  erasePlacement,
  holdEndMs,
  holdsPerson,
  importedPlacement,
  isPersonalPlacement,
  movePlacement,
  movePlacementOn,
  placeHire,
  type PlacementCommand,
  type PlacementTerms
} from "../src/commands/Placement.ts"
import { isSettled } from "../src/commands/Settlement.ts"
import type { HireFee } from "../src/HireFee.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId } from "../src/Ids.ts"
import { type Placement, PlacementId, PlacementTransition, snapshotOf, type StoredPlacement } from "../src/Placement.ts"
import { cancelDays, fallOffDays, placementRows, PlacementStatus, possibleActions } from "../src/PlacementStatus.ts"
import { nextSettlements, SettlementStatus } from "../src/Settlement.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { isNearest, wrongAmounts } from "./PlacementAmounts.ts"
import { faults, integer } from "./support.ts"

const organizationId = OrganizationId.make("org_1")
const dayMs = 86_400_000
const start = "2028-02-29"
const today = "2028-02-01"
const msOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

const application: Application = {
  id: ApplicationId.make("app_1"),
  job_id: JobId.make("job_1"),
  agency_id: AgencyId.make("agy_1"),
  candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
  state: "OFFER",
  state_entered_at: timestampFromMillis(msOf(today)),
  version: 1,
  created_at: timestampFromMillis(msOf(today)),
  updated_at: timestampFromMillis(msOf(today))
}

const flat: HireFee = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 100_001 }
const hireOf = (fee: HireFee = flat): Hire => ({
  start_date: start,
  base_salary_cents: 7_500_000,
  currency: "EUR",
  fee,
  ...(fee.feeType === "OPTIMIZED_FEE" ? {} : { fee_amount_cents: 100_001 })
})

const origin = (fee?: HireFee) => ({
  id: PlacementId.make("plc_1"),
  application,
  hire: hireOf(fee),
  nowMs: msOf(today)
})
const terms: PlacementTerms = { guarantee: { days: 90, refund: "PRORATED" }, paymentTermsDays: 30 }
const placed = (given: PlacementTerms = terms, fee?: HireFee): StoredPlacement =>
  placeHire(organizationId, origin(fee), given, "OFFER").next

/** An action on a day. */
type Step = readonly [day: string, command: PlacementCommand]

const take = (stored: StoredPlacement, [day, command]: Step) =>
  movePlacement(organizationId, stored, command, msOf(day))
const after = (stored: StoredPlacement, ...steps: ReadonlyArray<Step>): StoredPlacement =>
  steps.reduce((current, step) => Result.getOrThrow(take(current, step)).next, stored)
const refusal = (stored: StoredPlacement, step: Step) => {
  const error = Result.getOrThrow(Result.flip(take(stored, step)))
  return `${error.code} ${error.details?.map(({ code, path }) => `${path} ${code}`).join() ?? ""}`.trim()
}

const reason = "Took another offer"
const begin: Step = [start, { action: "start" }]
const leave = (on: string, day = on): Step => [day, { action: "fall_off", on, reason }]
const settle = (status: SettlementStatus, more = {}, day = "2028-06-30"): Step => [
  day,
  { action: "settle", status, ...more }
]
const endsOn = daysAfter(start, 90)

/** What a test looks at. */
const shown = ({ placement }: StoredPlacement) => [placement.status, placement.settlement?.status]

describe("the placement of a hire (recruiting 8)", () => {
  it("waits for the start, and has what was agreed", () => {
    const { entries, next } = placeHire(organizationId, origin(), terms, "OFFER")
    assert.deepStrictEqual(next, {
      placement: {
        id: PlacementId.make("plc_1"),
        application_id: application.id,
        job_id: application.job_id,
        agency_id: application.agency_id,
        candidate_name: "Grace Hopper",
        status: "AWAITING_START",
        start_date: start,
        base_salary_cents: 7_500_000,
        currency: "EUR",
        fee: flat,
        fee_base_cents: 7_500_000,
        fee_amount_cents: 100_001,
        guarantee: { days: 90, refund: "PRORATED" },
        guarantee_ends_on: "2028-05-29",
        settlement: { status: "NOT_DUE", at: application.created_at },
        version: 1,
        created_at: application.created_at,
        updated_at: application.created_at
      },
      paymentTermsDays: 30,
      hiredFrom: "OFFER",
      erasureRequestedMs: undefined
    })
    assert.deepStrictEqual(
      entries.map(({ action, after: statuses, event }) => [action, statuses, event?.data]),
      [
        [
          "placement.created",
          { status: "AWAITING_START", settlement_status: "NOT_DUE" },
          { placement: snapshotOf(next.placement), changed: Object.keys(next.placement) }
        ]
      ]
    )
    assert.notInclude(JSON.stringify(entries), "Grace")
  })

  it("that was imported is over where it has started, and is settled here where it has not", () => {
    const past = importedPlacement({ ...origin(), nowMs: msOf(start) })
    assert.deepStrictEqual(shown(past), ["COMPLETED", undefined])
    assert.strictEqual(refusal(past, settle("INVOICED")), "invalid_transition /status not_allowed")
    assert.deepStrictEqual(shown(importedPlacement(origin())), ["AWAITING_START", "NOT_DUE"])
  })
})

describe("the actions on a placement (recruiting 8)", () => {
  const started = after(placed(), begin)
  const ended = after(started, [daysAfter(endsOn, 1), { action: "complete" }])
  const bare = after(placed({}), begin)

  it("lead from one status to the next as the table says", () => {
    assert.deepStrictEqual(
      placementRows.map(({ action, from, to }) => `${from} ${action} ${to}`),
      [
        "AWAITING_START reschedule AWAITING_START",
        "AWAITING_START start IN_GUARANTEE, or COMPLETED without a guarantee",
        "AWAITING_START cancel CANCELLED",
        "IN_GUARANTEE cancel CANCELLED",
        "COMPLETED cancel CANCELLED",
        "IN_GUARANTEE fall_off FELL_OFF",
        "COMPLETED fall_off FELL_OFF",
        "IN_GUARANTEE complete COMPLETED"
      ]
    )
    assert.deepStrictEqual([placed(), started, ended, bare].map(shown), [
      ["AWAITING_START", "NOT_DUE"],
      ["IN_GUARANTEE", "DUE"],
      ["COMPLETED", "DUE"],
      ["COMPLETED", "DUE"]
    ])
    assert.strictEqual(started.placement.settlement?.due_on, "2028-03-30")
    assert.strictEqual(bare.placement.settlement?.due_on, start)
  })

  it.for<readonly [string, StoredPlacement, Step, string]>([
    ["a start before its day", placed(), ["2028-02-28", { action: "start" }], "invalid_transition /action not_allowed"],
    ["a second start", started, begin, "invalid_transition /action not_allowed"],
    [
      "a move after the start",
      started,
      [start, { action: "reschedule", start_date: start }],
      "invalid_transition /action not_allowed"
    ],
    [
      "a move by more than two years",
      placed(),
      [today, { action: "reschedule", start_date: "2030-02-01" }],
      "unprocessable_entity /start_date range"
    ],
    [
      "a cancellation after a week",
      started,
      ["2028-03-08", { action: "cancel", reason }],
      "invalid_transition /action not_allowed"
    ],
    [
      "a cancellation after a week without a guarantee",
      bare,
      ["2028-03-08", { action: "cancel", reason }],
      "invalid_transition /action not_allowed"
    ],
    ["a fall-off before the start", placed(), leave(today), "invalid_transition /action not_allowed"],
    ["a fall-off on a day before the start", started, leave("2028-02-28", start), "unprocessable_entity /on range"],
    ["a fall-off in the future", started, leave("2028-03-02", "2028-03-01"), "unprocessable_entity /on range"],
    ["a fall-off after the guarantee", ended, leave(daysAfter(endsOn, 1)), "unprocessable_entity /on range"],
    [
      "a fall-off that comes too late",
      ended,
      leave(endsOn, daysAfter(endsOn, fallOffDays + 1)),
      "invalid_transition /action not_allowed"
    ],
    ["a fall-off without a guarantee", bare, leave(start), "invalid_transition /action not_allowed"],
    ["an early end", started, [endsOn, { action: "complete" }], "invalid_transition /action not_allowed"]
  ])("refuse %s", ([, stored, step, expected]) => assert.strictEqual(refusal(stored, step), expected))

  it("are possible on the last day too", () => {
    assert.deepStrictEqual(
      [
        after(started, [daysAfter(start, cancelDays), { action: "cancel", reason }]),
        after(bare, [daysAfter(start, cancelDays), { action: "cancel", reason }]),
        after(ended, leave(endsOn, daysAfter(endsOn, fallOffDays)))
      ].map(shown),
      [
        ["CANCELLED", "VOID"],
        ["CANCELLED", "VOID"],
        ["FELL_OFF", "DUE"]
      ]
    )
  })

  it("name those that are possible where one is not", () => {
    const error = Result.getOrThrow(Result.flip(take(started, begin)))
    assert.strictEqual(error.details?.[0]?.message, "must be one of cancel, fall_off, settle")
    const gone = after(placed(), [today, { action: "cancel", reason }])
    assert.strictEqual(
      Result.getOrThrow(Result.flip(take(gone, begin))).details?.[0]?.message,
      "must be none: no action is possible in CANCELLED"
    )
  })

  it("move the guarantee with the start, over a leap day and the end of a month", () => {
    const moved = after(placed(), [today, { action: "reschedule", start_date: "2028-03-31" }])
    assert.deepStrictEqual([moved.placement.guarantee_ends_on, moved.placement.version], ["2028-06-29", 2])
  })

  it("of the service come on the day after", () => {
    const on = (stored: StoredPlacement, day: string) => movePlacementOn(organizationId, stored, msOf(day)).next
    assert.deepStrictEqual(
      [on(placed(), start), on(placed(), "2028-03-01"), on(started, endsOn), on(started, daysAfter(endsOn, 1))].map(
        shown
      ),
      [
        ["AWAITING_START", "NOT_DUE"],
        ["IN_GUARANTEE", "DUE"],
        ["IN_GUARANTEE", "DUE"],
        ["COMPLETED", "DUE"]
      ]
    )
  })

  it("take what they need, and nothing else", () => {
    const table: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
      [{ action: "start" }, []],
      [{ action: "complete" }, ["/action not_allowed"]],
      [{ action: "start", on: start }, ["/on unknown"]],
      [{ action: "cancel" }, ["/reason required"]],
      [{ action: "cancel", reason: "" }, ["/reason length"]],
      [{ action: "fall_off", on: "2027-02-29", reason }, ["/on format"]],
      [{ action: "settle", status: "SENT" }, ["/status not_allowed"]],
      [{ action: "settle", status: "PAID", reference: "x".repeat(101) }, ["/reference length"]],
      [{ action: "settle", status: "PAID", amount_cents: -1 }, ["/amount_cents range"]]
    ]
    for (const [given, expected] of table) {
      assert.deepStrictEqual(faults(PlacementTransition, given), expected, JSON.stringify(given))
    }
  })
})

describe("the settlement of a placement (recruiting 8)", () => {
  const started = after(placed(), begin)
  const optimized = after(placed(terms, { feeType: "OPTIMIZED_FEE" }), begin)
  const fallen = after(started, leave("2028-03-30"))

  it("has these steps", () =>
    assert.deepStrictEqual(
      SettlementStatus.literals.map((status) => `${status}: ${nextSettlements(status).join()}`),
      ["NOT_DUE: ", "DUE: INVOICED,VOID", "INVOICED: PAID,VOID", "PAID: REFUNDED", "REFUNDED: ", "VOID: "]
    ))

  it("goes from DUE to REFUNDED, with the amounts that are owed", () => {
    const invoiced = after(started, settle("INVOICED", { reference: "INV-7" }))
    const paid = after(invoiced, settle("PAID"))
    assert.deepStrictEqual(paid.placement.settlement, {
      status: "PAID",
      due_on: "2028-03-30",
      reference: "INV-7",
      paid_cents: 100_001,
      at: paid.placement.updated_at
    })
    assert.isTrue(isSettled(paid.placement))
    const refunded = after(paid, leave("2028-03-30"), settle("REFUNDED"))
    assert.deepStrictEqual(
      [refunded.placement.refund_cents, refunded.placement.settlement?.refunded_cents],
      [66_667, 66_667]
    )
  })

  it("after a fall-off takes parts, by default what is owed in the end", () => {
    const invoiced = after(fallen, settle("INVOICED"))
    assert.strictEqual(after(invoiced, settle("PAID")).placement.settlement?.paid_cents, 33_334)
    const part = after(invoiced, settle("PAID", { amount_cents: 50_000 }))
    assert.isFalse(isSettled(part.placement))
    assert.strictEqual(after(part, settle("REFUNDED")).placement.settlement?.refunded_cents, 16_666)
    assert.strictEqual(
      refusal(part, settle("REFUNDED", { amount_cents: 50_001 })),
      "unprocessable_entity /amount_cents range"
    )
  })

  it("of an optimized fee takes its amount with the invoice, and counts the refund then", () => {
    const left = after(optimized, leave("2028-03-30"))
    assert.notProperty(left.placement, "refund_cents")
    assert.strictEqual(refusal(left, settle("INVOICED")), "unprocessable_entity /fee_amount_cents required")
    const { placement } = after(left, settle("INVOICED", { fee_amount_cents: 900 }))
    assert.deepStrictEqual([placement.fee_amount_cents, placement.refund_cents], [900, 600])
  })

  it.for<readonly [string, StoredPlacement, Step, string]>([
    ["a step over another", started, settle("PAID"), "invalid_transition /status not_allowed"],
    ["a step back", after(started, settle("INVOICED")), settle("DUE"), "invalid_transition /status not_allowed"],
    ["a step before the start", placed(), settle("INVOICED"), "invalid_transition /status not_allowed"],
    [
      "a step after a cancellation",
      after(placed(), [today, { action: "cancel", reason }]),
      settle("VOID", { reason }),
      "invalid_transition /status not_allowed"
    ],
    ["VOID without a reason", started, settle("VOID"), "unprocessable_entity /reason required"],
    ["a reason for another step", started, settle("INVOICED", { reason }), "unprocessable_entity /reason not_allowed"],
    [
      "an amount of a fee that has one",
      started,
      settle("INVOICED", { fee_amount_cents: 1 }),
      "unprocessable_entity /fee_amount_cents not_allowed"
    ],
    [
      "an amount of a fee too early",
      optimized,
      settle("VOID", { fee_amount_cents: 1, reason }),
      "unprocessable_entity /fee_amount_cents not_allowed"
    ],
    [
      "a part without a fall-off",
      after(started, settle("INVOICED")),
      settle("PAID", { amount_cents: 1 }),
      "unprocessable_entity /amount_cents not_allowed"
    ],
    [
      "a part of an invoice",
      fallen,
      settle("INVOICED", { amount_cents: 1 }),
      "unprocessable_entity /amount_cents not_allowed"
    ]
  ])("refuses %s", ([, stored, step, expected]) => assert.strictEqual(refusal(stored, step), expected))

  it("that is paid must be paid back before the hire is undone", () => {
    const day = daysAfter(start, 3)
    const paid = after(started, settle("INVOICED", {}, day), settle("PAID", {}, day))
    assert.strictEqual(refusal(paid, [day, { action: "cancel", reason }]), "conflict")
    assert.deepStrictEqual(shown(after(paid, settle("REFUNDED", {}, day), [day, { action: "cancel", reason }])), [
      "CANCELLED",
      "REFUNDED"
    ])
  })
})

/** Any actions on any days, most of them near the days that matter. */
const someCommand = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.schema(Schema.Literals(["reschedule", "start", "cancel", "fall_off", "complete", "settle"])),
    Arbitrary.schema(SettlementStatus),
    integer(-20, 140),
    integer(0, 100_001)
  ]),
  ([action, status, days, cents]): PlacementCommand => {
    const day = daysAfter(start, days)
    switch (action) {
      case "reschedule":
        return { action, start_date: day }
      case "cancel":
        return { action, reason }
      case "fall_off":
        return { action, on: day, reason }
      case "settle":
        return {
          action,
          status,
          ...(status === "VOID" ? { reason } : {}),
          ...(cents % 3 === 0 ? { amount_cents: cents } : {}),
          ...(cents % 5 === 0 ? { fee_amount_cents: cents } : {})
        }
      default:
        return { action }
    }
  }
)
const someSteps = Arbitrary.array(Arbitrary.all([integer(0, 20), someCommand]), { maxLength: 14 })
const somePlacement = Arbitrary.map(
  Arbitrary.all([
    integer(0, 365),
    Arbitrary.schema(Schema.Literals(["FULL", "PRORATED", "NONE"])),
    integer(0, 365),
    Arbitrary.schema(Schema.Boolean)
  ]),
  ([days, refund, paymentTermsDays, isOptimized]) =>
    placed(
      days === 0 ? { paymentTermsDays } : { guarantee: { days, refund }, paymentTermsDays },
      isOptimized ? { feeType: "OPTIMIZED_FEE" } : undefined
    )
)

/** Every placement on the way of some steps, each a few days after the one before. */
const way = (first: StoredPlacement, steps: ReadonlyArray<readonly [number, PlacementCommand]>) => {
  let day = today
  const visited = [
    { before: first.placement, next: first.placement, command: undefined as PlacementCommand | undefined }
  ]
  let current = first
  for (const [days, command] of steps) {
    day = daysAfter(day, days)
    const result = take(current, [day, command])
    if (Result.isFailure(result)) continue
    visited.push({ before: current.placement, next: result.success.next.placement, command })
    current = result.success.next
  }
  return visited
}

describe("the laws of placements (recruiting 8)", () => {
  const runs = { arbitrary: { runs: 400 } }

  it.prop(
    "no path leaves a final status, and each goes as the table says",
    [somePlacement, someSteps],
    ([first, steps]) => {
      const final: ReadonlyArray<PlacementStatus> = ["FELL_OFF", "CANCELLED"]
      const table = new Set(placementRows.map(({ action, from }) => `${from} ${action}`))
      for (const { before, command, next } of way(first, steps)) {
        if (final.includes(before.status)) assert.strictEqual(next.status, before.status)
        if (command !== undefined && command.action !== "settle")
          assert.isTrue(table.has(`${before.status} ${command.action}`))
        if (command?.action === "settle") assert.strictEqual(next.status, before.status)
      }
    },
    runs
  )

  it.prop(
    "a refund never exceeds the amount, nor what is paid back what was paid",
    [somePlacement, someSteps],
    ([first, steps]) => {
      for (const { next } of way(first, steps)) {
        const amount = next.fee_amount_cents ?? 0
        const { paid_cents = 0, refunded_cents = 0 } = next.settlement ?? {}
        assert.isAtMost(next.refund_cents ?? 0, amount)
        assert.isAtMost(paid_cents, amount)
        assert.isAtMost(refunded_cents, paid_cents)
      }
    },
    runs
  )

  it.prop(
    "a reschedule moves the guarantee by the same days",
    [somePlacement, someSteps],
    ([first, steps]) => {
      for (const { before, command, next } of way(first, steps)) {
        if (command?.action !== "reschedule" || before.guarantee_ends_on === undefined) continue
        assert.strictEqual(
          daysBetween(before.guarantee_ends_on, next.guarantee_ends_on ?? ""),
          daysBetween(before.start_date, next.start_date)
        )
      }
    },
    runs
  )

  it.prop(
    "a settlement moves as its table says, with the start and with a cancellation",
    [somePlacement, someSteps],
    ([first, steps]) => {
      for (const { before, command, next } of way(first, steps)) {
        const [from, to] = [before.settlement?.status, next.settlement?.status]
        if (from === undefined || to === undefined || from === to) continue
        const expected: ReadonlyArray<SettlementStatus> =
          command?.action === "settle" ? nextSettlements(from) : command?.action === "start" ? ["DUE"] : ["VOID"]
        assert.include(expected, to)
        if (to === "VOID" && command?.action !== "settle") assert.strictEqual(command?.action, "cancel")
      }
    },
    runs
  )

  it.prop(
    "an action is refused exactly where it is not listed as possible",
    [somePlacement, someSteps, integer(-20, 500)],
    ([first, steps, days]) => {
      const last = way(first, steps).at(-1)?.next ?? first.placement
      const day = daysAfter(start, days)
      const listed = possibleActions(last, day)
      const commands: ReadonlyArray<PlacementCommand> = [
        { action: "reschedule", start_date: day },
        { action: "start" },
        { action: "cancel", reason },
        { action: "fall_off", on: last.start_date, reason }
      ]
      for (const command of commands) {
        const result = take({ ...first, placement: last }, [day, command])
        const isListed = Result.match(result, {
          onSuccess: () => true,
          onFailure: ({ code }) => code !== "invalid_transition"
        })
        assert.strictEqual(isListed, listed.includes(command.action), command.action)
      }
    },
    runs
  )

  it("amounts and refunds are exact to the minor unit", () => assert.deepStrictEqual(wrongAmounts(5_000), []))

  it("and an amount that is not is seen (negative control)", () => {
    assert.isTrue(isNearest(66_667, { of: 100_001, parts: 60, in: 90 }))
    assert.isFalse(isNearest(66_666, { of: 100_001, parts: 60, in: 90 }))
  })
})

describe("the person of a placement (recruiting 9)", () => {
  const started = after(placed(), begin)
  const paid = after(started, settle("INVOICED"), settle("PAID"))
  const completed = after(paid, [daysAfter(endsOn, 1), { action: "complete" }])
  const members = ({ placement }: StoredPlacement) => [placement.candidate_name, placement.reason]

  it("is held until the placement is settled and out of its guarantee, for ten years at most", () => {
    const nowMs = msOf("2028-07-01")
    const holds = (placement: Placement) => holdsPerson(placement, nowMs)
    const ended = after(started, [daysAfter(endsOn, 1), { action: "complete" }])
    const fallen = after(paid, leave("2028-03-30", "2028-07-01".replace("07-01", "05-30")))
    assert.deepStrictEqual(
      [placed(), started, paid, ended, fallen, completed].map(({ placement }) => holds(placement)),
      [true, true, true, true, true, false]
    )
    assert.isFalse(holdsPerson(placed().placement, holdEndMs(placed().placement)))
  })

  it("keeps the name alone while it is held, and goes then", () => {
    const fallen = after(started, leave("2028-03-30"))
    const held = erasePlacement(fallen, msOf("2028-04-01"))
    assert.deepStrictEqual([...members(held), held.erasureRequestedMs], ["Grace Hopper", undefined, msOf("2028-04-01")])
    const void_ = after(held, settle("VOID", { reason }))
    const gone = erasePlacement(void_, msOf("2028-07-01") + dayMs)
    assert.isFalse(isPersonalPlacement(gone.placement))
    assert.strictEqual(gone.erasureRequestedMs, undefined)
  })
})
