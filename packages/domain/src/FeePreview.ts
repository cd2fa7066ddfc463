/**
 * The preview of fees: what a hire would cost under each fee that could apply to it (decisions, Fees). Changes nothing.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { type AgencyFees, AgencyFeesUpdate, mergeFees } from "./AgencyFees.ts"
import { Currency } from "./Currency.ts"
import type { UnprocessableEntity } from "./Errors.ts"
import { MinorUnits } from "./Money.ts"
import { type ChosenFee, costOf, FeeAmount, HireFee, optimized } from "./HireFee.ts"

/** The input of a preview: the salary of a hire, and fees that take the place of the stored ones. */
export const NewFeePreview = Schema.Struct({
  base_salary_cents: MinorUnits.annotate({
    description:
      "The base salary of the first year, or what else a percentage is taken of, in minor units of `currency`"
  }),
  currency: Currency,
  optimizedFee: AgencyFeesUpdate.fields.optimizedFee,
  customFees: AgencyFeesUpdate.fields.customFees
}).annotate({
  identifier: "NewFeePreview",
  description: "The salary of a hire; fees that are given take the place of the stored ones",
  examples: [{ base_salary_cents: 7_200_000, currency: "EUR" }],
  "x-extension": true
})
export type NewFeePreview = typeof NewFeePreview.Type

/** The cost of a hire in a preview. */
export const FeePreview = Schema.Struct({
  optimizedFee: Schema.Boolean.annotate({
    description: "true: the platform's optimized fee applies",
    examples: [false]
  }),
  fees: Schema.Array(
    Schema.Struct({
      fee: HireFee,
      fee_amount_cents: Schema.optionalKey(FeeAmount)
    })
  ).annotate({
    description:
      "The fees that a hire could have, at their index for `custom_fee`; the optimized fee alone where that applies"
  })
}).annotate({
  identifier: "FeePreview",
  description: "The cost of a hire under each fee that could apply",
  "x-extension": true
})
export type FeePreview = typeof FeePreview.Type

/** Previews the cost of a hire under the fees of an agency. */
export const previewFees = (
  stored: AgencyFees,
  input: NewFeePreview
): Result.Result<FeePreview, UnprocessableEntity> => {
  const { customFees, optimizedFee } = mergeFees(stored, input)
  const costs: Result.Result<ReadonlyArray<ChosenFee>, UnprocessableEntity> = optimizedFee
    ? Result.succeed([optimized])
    : Result.all(customFees.map((fee) => costOf(fee, input.base_salary_cents, "/base_salary_cents")))
  return Result.map(costs, (fees) => ({ optimizedFee, fees }))
}
