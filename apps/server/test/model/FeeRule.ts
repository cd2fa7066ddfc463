/**
 * What the model knows of the cost of a hire: which fee applies, and its amount (decisions, Fees).
 */
import type { Fee, Fees } from "./Organization.ts"
import { conflict, type Outcome, wrong } from "./Outcome.ts"

/** A fee as a hire names it. */
export type NamedFee = Fee | { readonly feeType: "OPTIMIZED_FEE"; readonly note?: string }

/** The terms of a hire. */
export interface Terms {
  readonly start_date: string
  readonly base_salary_cents: number
  readonly currency: string
  readonly custom_fee?: number
  readonly expected_fee?: NamedFee
}

/** A fee, and what a hire costs under it. */
export interface Cost {
  readonly fee: NamedFee
  readonly fee_amount_cents?: number
}

/** What a hire costs under a fee: a share is rounded half up, in integers. */
const costOf = (fee: Fee, salaryCents: number): Cost => ({
  fee,
  fee_amount_cents:
    fee.feeType === "FLAT_FEE"
      ? fee.feeCents
      : Number((BigInt(salaryCents) * BigInt(fee.feeBasisPoints) + 5_000n) / 10_000n)
})

const optimized: Cost = { fee: { feeType: "OPTIMIZED_FEE" } }

/** What a hire could cost: one entry for each fee that could apply. */
export const costsOf = ({ customFees, optimizedFee }: Fees, salaryCents: number): ReadonlyArray<Cost> =>
  optimizedFee ? [optimized] : customFees.map((fee) => costOf(fee, salaryCents))

/** The members of a fee that are compared, in one order. A note that is not expected is not compared. */
const words = (fee: NamedFee, withNote: boolean): string =>
  JSON.stringify(
    Object.entries(fee)
      .filter(([name]) => withNote || name !== "note")
      .toSorted()
  )

const isExpected = (expected: NamedFee | undefined, { fee }: Cost): boolean =>
  expected === undefined || words(expected, "note" in expected) === words(fee, "note" in expected)

const chosen = (fees: Fees, { base_salary_cents, custom_fee, expected_fee }: Terms): Cost | Outcome => {
  const costs = costsOf(fees, base_salary_cents)
  if (fees.optimizedFee) return custom_fee === undefined ? optimized : wrong
  if (costs.length === 0) return conflict()
  if (custom_fee === undefined && expected_fee !== undefined) {
    const equal = costs.find(({ fee }) => words(fee, true) === words(expected_fee, true))
    return equal ?? costs.find((cost) => isExpected(expected_fee, cost)) ?? conflict()
  }
  if (custom_fee === undefined && costs.length > 1) return wrong
  return costs[custom_fee ?? 0] ?? wrong
}

/** The cost of a hire, or why there is none. */
export const costOfHire = (fees: Fees, terms: Terms): Cost | Outcome => {
  const cost = chosen(fees, terms)
  return "status" in cost || isExpected(terms.expected_fee, cost) ? cost : conflict()
}
