/**
 * A placement (recruiting 8): what a hire becomes, until its guarantee is over and its fee is settled.
 *
 * Holds the shapes alone. Which action is possible when stands in `PlacementStatus.ts` and `Settlement.ts`, what an action changes in `commands/Placement.ts`.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import type { ActiveState } from "./ApplicationState.ts"
import { CalendarDate } from "./CalendarDate.ts"
import { Currency } from "./Currency.ts"
import { Guarantee } from "./Guarantee.ts"
import { HireFee } from "./HireFee.ts"
import { AgencyId, ApplicationId, identifier, JobId } from "./Ids.ts"
import { MinorUnits } from "./Money.ts"
import { personal } from "./Personal.ts"
import { PlacementStatus } from "./PlacementStatus.ts"
import { problem } from "./Problem.ts"
import { referenceMax, Settlement, SettlementStatus } from "./Settlement.ts"
import { lineText, multiLineText } from "./Text.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The longest reason of a cancellation, a fall-off or a void settlement, in characters: as long as the feedback of a rejection. */
export const placementReasonMax = 2_000

/** Identifies a placement within its organization: `plc_…`. */
export const PlacementId = identifier("a placement within its organization", "plc_00000012_6").pipe(
  Schema.brand("PlacementId")
)
export type PlacementId = typeof PlacementId.Type

const feeAmount = MinorUnits.annotate({
  description:
    "The cost of the hire, in minor units: of the fee's currency for a flat fee, of `currency` otherwise. Absent for an optimized fee until it is settled",
  examples: [1_500_000]
})

/** A placement as the API shows it. */
export const Placement = Schema.Struct({
  id: PlacementId,
  application_id: ApplicationId,
  job_id: JobId,
  agency_id: AgencyId,
  candidate_name: Schema.optionalKey(Schema.String.annotate({ examples: ["Grace Hopper"], ...personal })),
  status: PlacementStatus,
  start_date: CalendarDate.annotate({ description: "The first day of work", examples: ["2026-03-01"] }),
  guarantee: Schema.optionalKey(Guarantee),
  guarantee_ends_on: Schema.optionalKey(
    CalendarDate.annotate({ description: "The last day of the guarantee", examples: ["2026-05-30"] })
  ),
  base_salary_cents: MinorUnits.annotate({
    description: "The base salary of the first year, in minor units of `currency`",
    examples: [7_500_000]
  }),
  fee_base_cents: MinorUnits.annotate({
    description: "The amount of which a percentage is taken, in minor units of `currency`",
    examples: [7_500_000]
  }),
  currency: Currency,
  fee: HireFee,
  fee_amount_cents: Schema.optionalKey(feeAmount),
  fell_off_on: Schema.optionalKey(
    CalendarDate.annotate({ description: "The day on which the person left", examples: ["2026-04-15"] })
  ),
  refund_cents: Schema.optionalKey(
    MinorUnits.annotate({
      description:
        "The amount that the agency owes back, in minor units of the fee; absent until the amount of the fee is known",
      examples: [750_000]
    })
  ),
  reason: Schema.optionalKey(
    Schema.String.annotate({
      description: "Why it was cancelled or fell off",
      examples: ["Took another offer"],
      ...personal
    })
  ),
  settlement: Schema.optionalKey(Settlement),
  version: Schema.Int.annotate({ description: "Counts the changes; for information, `ETag` is what `If-Match` takes" }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({
  identifier: "Placement",
  description: "A hire with its course: its start, its guarantee, and the settlement of its fee",
  examples: [
    {
      id: PlacementId.make("plc_00000012_6"),
      application_id: ApplicationId.make("app_00000012_6"),
      job_id: JobId.make("job_00000012"),
      agency_id: AgencyId.make("agy_northwind"),
      candidate_name: "Grace Hopper",
      status: "IN_GUARANTEE",
      start_date: "2026-03-01",
      guarantee: { days: 90, refund: "PRORATED" },
      guarantee_ends_on: "2026-05-30",
      base_salary_cents: 7_500_000,
      fee_base_cents: 7_500_000,
      currency: "EUR",
      fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 },
      fee_amount_cents: 1_500_000,
      settlement: { status: "DUE", due_on: "2026-03-31", at: exampleMoment },
      version: 2,
      created_at: exampleMoment,
      updated_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type Placement = typeof Placement.Type

/** The members of a placement that may hold personal data; `reason` of its settlement may too. */
export const personalMembersOfPlacement = ["candidate_name", "reason"] as const

/** A placement without what is personal, as events have it. */
export const PlacementSnapshot = Schema.Struct({
  ...Struct.omit(Placement.fields, [...personalMembersOfPlacement, "settlement"]),
  settlement: Schema.optionalKey(
    Schema.Struct(Struct.omit(Settlement.fields, ["reason"])).annotate({
      identifier: "SettlementSnapshot",
      description: "A settlement without its reason",
      "x-extension": true
    })
  )
}).annotate({
  identifier: "PlacementSnapshot",
  description: "A placement without the name of the person and without reasons; get the placement for them",
  "x-extension": true
})
export type PlacementSnapshot = typeof PlacementSnapshot.Type

/** A placement as events have it. */
export const snapshotOf = (placement: Placement): PlacementSnapshot => {
  const { settlement, ...rest } = Struct.omit(placement, personalMembersOfPlacement)
  return settlement === undefined ? rest : { ...rest, settlement: Struct.omit(settlement, ["reason"]) }
}

/** A placement with what the API does not show. */
export interface StoredPlacement {
  readonly placement: Placement
  /** The days from the start until the fee is due. */
  readonly paymentTermsDays: number
  /** The state of the application before the hire; absent where the hire was not made by this API. */
  readonly hiredFrom: ActiveState | undefined
  /** When the erasure of the person was requested, while the placement holds the name all the same. */
  readonly erasureRequestedMs: number | undefined
}

const reason = multiLineText(1, placementReasonMax)

/** The request that moves a placement on: an action, with the members that it needs. */
export const PlacementTransition = Schema.Union([
  Schema.Struct({
    action: Schema.Literal("reschedule"),
    start_date: CalendarDate.annotate({
      description: "The new first day of work; the guarantee moves along",
      examples: ["2026-04-01"]
    })
  }).annotate({ identifier: "RescheduleAction", description: "The person starts on another day", "x-extension": true }),
  Schema.Struct({ action: Schema.Literal("start") }).annotate({
    identifier: "StartAction",
    description: "The person has started; the service does it on the day after `start_date`",
    "x-extension": true
  }),
  Schema.Struct({
    action: Schema.Literal("cancel"),
    reason: reason.annotate({ description: "Why; the agency reads it", examples: ["Took another offer"] })
  }).annotate({
    identifier: "CancelAction",
    description: "The hire is undone: the application returns to the state before it",
    "x-extension": true
  }),
  Schema.Struct({
    action: Schema.Literal("fall_off"),
    on: CalendarDate.annotate({ description: "The day on which the person left", examples: ["2026-04-15"] }),
    reason: reason.annotate({ description: "Why; the agency reads it", examples: ["Left for another company"] })
  }).annotate({
    identifier: "FallOffAction",
    description: "The person left within the guarantee",
    "x-extension": true
  }),
  Schema.Struct({
    action: Schema.Literal("settle"),
    status: SettlementStatus,
    reference: Schema.optionalKey(
      lineText(1, referenceMax).annotate({ description: "The parties' own reference", examples: ["INV-7"] })
    ),
    fee_amount_cents: Schema.optionalKey(
      MinorUnits.annotate({
        description: "The amount of an optimized fee, in minor units of `currency`; required with `INVOICED`",
        examples: [1_500_000]
      })
    ),
    amount_cents: Schema.optionalKey(
      MinorUnits.annotate({
        description: "After a fall-off: what was paid with `PAID`, what was paid back with `REFUNDED`, in minor units",
        examples: [750_000]
      })
    ),
    reason: Schema.optionalKey(
      reason.annotate({
        description: "Why nothing is owed; required with `VOID`, and with it alone",
        examples: ["Agreed by both sides"]
      })
    )
  }).annotate({ identifier: "SettleAction", description: "The parties settle the fee", "x-extension": true })
]).annotate({
  identifier: "PlacementTransition",
  description: "An action on a placement, named by `action`",
  problemMember: "action",
  ...problem("not_allowed", "must be one of reschedule, start, cancel, fall_off, settle"),
  examples: [{ action: "settle", status: "INVOICED", reference: "INV-7" }],
  "x-extension": true
})
export type PlacementTransition = typeof PlacementTransition.Type
