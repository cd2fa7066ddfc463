/**
 * The fee of a hire: which of the agency's fees applies, and what it costs (decisions, Fees).
 *
 * The amount is counted by `amountOfHire`, in exact integers. The optimized fee has no amount here: the platform settles it.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import {
  type AgencyFees,
  amountOfHire,
  type Fee,
  FlatFee,
  NewFlatFee,
  NewPercentageFee,
  PercentageFee
} from "./AgencyFees.ts"
import { Conflict, UnprocessableEntity } from "./Errors.ts"
import { MinorUnits } from "./Money.ts"
import { problem, type ProblemCode } from "./Problem.ts"

/** The platform's optimized fee. */
export const OptimizedFee = Schema.Struct({ feeType: Schema.Literal("OPTIMIZED_FEE") }).annotate({
  identifier: "OptimizedFee",
  description: "The platform's optimized fee, which is settled outside this API",
  "x-extension": true
})

/** The fee of a hire: a custom fee, or the optimized one. */
export const HireFee = Schema.Union([FlatFee, PercentageFee, OptimizedFee]).annotate({
  identifier: "HireFee",
  description: "The fee of a hire, of the kind in `feeType`",
  problemMember: "feeType",
  ...problem("not_allowed", "must be FLAT_FEE, PERCENTAGE_FEE or OPTIMIZED_FEE"),
  "x-extension": true
})
export type HireFee = typeof HireFee.Type

/** A fee as a request names it. */
export const ExpectedFee = Schema.Union([NewFlatFee, NewPercentageFee, OptimizedFee]).annotate({
  identifier: "ExpectedFee",
  description:
    "The fee that the caller expects to apply: it chooses the custom fee that equals it, and where none does, or another fee applies, the answer is 409 `conflict`",
  problemMember: "feeType",
  ...problem("not_allowed", "must be FLAT_FEE, PERCENTAGE_FEE or OPTIMIZED_FEE"),
  "x-extension": true
})

/** The fee in the request of a hire. */
export interface FeeChoice {
  readonly base_salary_cents: number
  /** The amount that a percentage is taken of; the salary where it is absent. */
  readonly fee_base_cents?: number
  readonly custom_fee?: number
  readonly expected_fee?: HireFee
}

/** The cost of a hire. */
export const FeeAmount = MinorUnits.annotate({
  description:
    "The cost of the hire, in minor units: of the fee's currency for a flat fee, of the salary's for a percentage. Absent for the optimized fee",
  examples: [500_000]
})

/** A fee and what the hire costs under it; without an amount, the platform settles it. */
export interface ChosenFee {
  readonly fee: HireFee
  readonly fee_amount_cents?: number
}

/** The platform's optimized fee as the choice of a hire. */
export const optimized: ChosenFee = { fee: { feeType: "OPTIMIZED_FEE" } }

const sameFee = /* @__PURE__ */ Schema.toEquivalence(HireFee)

const withoutNote = (fee: HireFee): HireFee => {
  switch (fee.feeType) {
    case "FLAT_FEE":
      return Struct.omit(fee, ["note"])
    case "PERCENTAGE_FEE":
      return Struct.omit(fee, ["note"])
    case "OPTIMIZED_FEE":
      return fee
  }
}

/** Whether a fee is the expected one. A note that the caller leaves out is not compared: it may be older than what can be written. */
const isExpected = (expected: HireFee, fee: HireFee): boolean =>
  sameFee(expected, "note" in expected ? fee : withoutNote(fee))

const wrongChoice = (path: string, code: ProblemCode, message: string): Result.Result<never, UnprocessableEntity> =>
  Result.fail(
    new UnprocessableEntity({
      message: "The hire does not fit the fees of the agency.",
      details: [{ in: "body", path, code, message }]
    })
  )

/** The place of the fees of which one is chosen: at the agency, or in the terms of the application, which bind the hire. */
export type FeesFrom = "agency" | "terms"

const notExpected = (from: FeesFrom): Conflict =>
  new Conflict({
    message:
      from === "agency"
        ? "The fee that applies is not the expected one. Get the fees of the agency again."
        : "The fee that applies is not the expected one: the terms of the application bind. Get the application, and choose a fee of its terms."
  })

/** The custom fee that a hire names: by its index, or as the one that it expects. Of fees that differ in their notes alone, an equal note chooses, else the first. */
const customFee = (
  fees: ReadonlyArray<Fee>,
  { custom_fee, expected_fee }: FeeChoice,
  from: FeesFrom
): Result.Result<Fee, Conflict | UnprocessableEntity> => {
  if (fees.length === 0) {
    return Result.fail(
      new Conflict({ message: "The agency has no fee to choose: set its custom fees, or its optimized fee." })
    )
  }
  if (custom_fee === undefined && expected_fee !== undefined) {
    const equal = fees.find((fee) => sameFee(expected_fee, fee)) ?? fees.find((fee) => isExpected(expected_fee, fee))
    return equal === undefined ? Result.fail(notExpected(from)) : Result.succeed(equal)
  }
  if (custom_fee === undefined && fees.length > 1) {
    return wrongChoice(
      "/hire/expected_fee",
      "required",
      `is required: ${from === "agency" ? "the agency has" : "the terms of the application have"} ${fees.length} custom fees`
    )
  }
  const fee = fees[custom_fee ?? 0]
  return fee === undefined
    ? wrongChoice("/hire/custom_fee", "range", `must be an index from 0 to ${fees.length - 1}`)
    : Result.succeed(fee)
}

/** The cost of a hire under a custom fee. A percentage is taken of `baseCents`, which stands at `path` in the request. */
export const costOf = (
  fee: Fee,
  baseCents: number,
  path: "/hire/base_salary_cents" | "/hire/fee_base_cents" | "/base_salary_cents"
): Result.Result<ChosenFee, UnprocessableEntity> =>
  Result.match(amountOfHire(fee, baseCents), {
    onFailure: (message) => wrongChoice(path, "range", message),
    onSuccess: (fee_amount_cents) => Result.succeed<ChosenFee>({ fee, fee_amount_cents })
  })

/** The fee that applies to a hire. Fails when the choice does not fit, or when it is not the one that the caller expects. */
export const chooseFee = (
  { customFees, optimizedFee }: Pick<AgencyFees, "optimizedFee" | "customFees">,
  choice: FeeChoice,
  from: FeesFrom = "agency"
): Result.Result<ChosenFee, Conflict | UnprocessableEntity> => {
  const chosen: Result.Result<ChosenFee, Conflict | UnprocessableEntity> = optimizedFee
    ? choice.custom_fee === undefined
      ? Result.succeed(optimized)
      : wrongChoice("/hire/custom_fee", "not_allowed", "must be left out: the agency's optimized fee applies")
    : Result.flatMap(customFee(customFees, choice, from), (fee) =>
        choice.fee_base_cents === undefined
          ? costOf(fee, choice.base_salary_cents, "/hire/base_salary_cents")
          : costOf(fee, choice.fee_base_cents, "/hire/fee_base_cents")
      )
  return Result.flatMap(chosen, (found) =>
    choice.expected_fee === undefined || isExpected(choice.expected_fee, found.fee)
      ? Result.succeed(found)
      : Result.fail(notExpected(from))
  )
}
