/**
 * The guarantee of a hire (recruiting 8): for how many days the agency answers for it, and what it owes back when the person leaves within them.
 *
 * Which placement has a guarantee, and what is owed back, stands with placements.
 */
import * as Schema from "effect/Schema"

import { boundedInteger } from "./Integer.ts"
import { problem } from "./Problem.ts"

/** The longest guarantee, in days: a year. */
export const guaranteeDaysMax = 365

/** The part of the fee that is owed back. */
export const GuaranteeRefund = Schema.Literals(["FULL", "PRORATED", "NONE"]).annotate({
  description:
    "The amount that the agency owes back: `FULL`, all of the fee; `PRORATED`, the share of the days that are left, half a minor unit rounded up; `NONE`, nothing",
  examples: ["PRORATED"],
  "x-extension": true
})
export type GuaranteeRefund = typeof GuaranteeRefund.Type

/** A guarantee. */
export const Guarantee = Schema.Struct({
  days: boundedInteger(1, guaranteeDaysMax).annotate({
    description: "The days of the guarantee, from the start on",
    examples: [90]
  }),
  refund: GuaranteeRefund
}).annotate({
  identifier: "Guarantee",
  description: "For how long the agency answers for a hire, and what it owes back of the fee when the person leaves",
  examples: [{ days: 90, refund: "PRORATED" }],
  "x-extension": true
})
export type Guarantee = typeof Guarantee.Type

const refundRequired = "is required: it says what the agency owes back"
const refundNotAllowed = "must be left out beside 0 days, which remove the guarantee"

/** A guarantee as it is written. 0 days, alone, remove the one that is stored. */
export const NewGuarantee = Schema.Struct({
  days: boundedInteger(0, guaranteeDaysMax).annotate({
    description: "The days of the guarantee, from the start on; 0, alone, removes the guarantee",
    examples: [90]
  }),
  refund: Schema.optionalKey(GuaranteeRefund)
})
  .annotate({
    description: "For how long the agency answers for a hire, and what it owes back of the fee when the person leaves",
    examples: [{ days: 90, refund: "PRORATED" }],
    "x-extension": true
  })
  .check(
    Schema.makeFilter(
      ({ days, refund }) => days === 0 || refund !== undefined || { path: ["refund"], issue: refundRequired },
      problem("required", refundRequired)
    ),
    Schema.makeFilter(
      ({ days, refund }) => days !== 0 || refund === undefined || { path: ["refund"], issue: refundNotAllowed },
      problem("not_allowed", refundNotAllowed)
    )
  )
  .annotate({ identifier: "NewGuarantee" })
export type NewGuarantee = typeof NewGuarantee.Type

/** The guarantee that is written; none where it is removed. */
export const writtenGuarantee = ({ days, refund }: NewGuarantee): Guarantee | undefined =>
  refund === undefined ? undefined : { days, refund }
