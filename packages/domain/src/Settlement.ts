/**
 * The settlement of a placement (recruiting 8): how far the fee of a hire is invoiced and paid. Records what the parties did elsewhere: no invoice is made here,
 * no tax is counted and nothing is paid.
 *
 * Which step is possible is decided here; what a step needs, in `commands/Settlement.ts`.
 */
import * as Schema from "effect/Schema"

import { CalendarDate } from "./CalendarDate.ts"
import { MinorUnits } from "./Money.ts"
import { impersonal, personal } from "./Personal.ts"
import { Timestamp } from "./Timestamp.ts"

/** The longest reference of a settlement, in characters: the number of an invoice. */
export const referenceMax = 100

/** The progress of the settlement of a fee. */
export const SettlementStatus = Schema.Literals(["NOT_DUE", "DUE", "INVOICED", "PAID", "REFUNDED", "VOID"]).annotate({
  description:
    "`NOT_DUE` until the person starts, then `DUE`; `INVOICED`, `PAID` and `REFUNDED` as the parties settle it; `VOID`: nothing is owed",
  examples: ["DUE"],
  "x-extension": true
})
export type SettlementStatus = typeof SettlementStatus.Type

/** A settlement as the API shows it. */
export const Settlement = Schema.Struct({
  status: SettlementStatus,
  due_on: Schema.optionalKey(
    CalendarDate.annotate({ description: "The day on which the fee is due", examples: ["2026-03-31"] })
  ),
  reference: Schema.optionalKey(
    Schema.String.annotate({ description: "The parties' own reference", examples: ["INV-7"], ...impersonal })
  ),
  paid_cents: Schema.optionalKey(
    MinorUnits.annotate({ description: "The amount that was paid, in minor units", examples: [500_000] })
  ),
  refunded_cents: Schema.optionalKey(
    MinorUnits.annotate({ description: "The amount that was paid back, in minor units", examples: [250_000] })
  ),
  reason: Schema.optionalKey(
    Schema.String.annotate({ description: "Why nothing is owed", examples: ["Agreed by both sides"], ...personal })
  ),
  at: Schema.optionalKey(Timestamp).annotateKey({ description: "When the status changed last" })
}).annotate({
  identifier: "Settlement",
  description: "The settlement of the fee, as the parties recorded it; absent of a hire from before placements",
  examples: [{ status: "DUE", due_on: "2026-03-31" }],
  "x-extension": true
})
export type Settlement = typeof Settlement.Type

/** The steps that an employer takes, by the status before. The others follow from the placement: it starts, or is cancelled. */
const steps: Readonly<Record<SettlementStatus, ReadonlyArray<SettlementStatus>>> = {
  NOT_DUE: [],
  DUE: ["INVOICED", "VOID"],
  INVOICED: ["PAID", "VOID"],
  PAID: ["REFUNDED"],
  REFUNDED: [],
  VOID: []
}

/** The statuses to which an employer can settle a placement next. */
export const nextSettlements = (status: SettlementStatus): ReadonlyArray<SettlementStatus> => steps[status]
