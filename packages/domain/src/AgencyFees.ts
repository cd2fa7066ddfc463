/**
 * The fees of an agency (spec 2, Agency fees; spec 4.6): either the platform's optimized fee, or custom ones.
 *
 * Holds the shapes, their bounds, the rule that merges an update, and the amount a hire costs. When it is due and what is owed back of it is agreed with them,
 * so guarantee and payment terms stand beside the fees (recruiting 8). The wire shape of a percentage
 * fee is not documented: it lives in {@link PercentageFee} alone, so that it can be renamed in one place. No floats anywhere.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Currency } from "./Currency.ts"
import { Guarantee, NewGuarantee, writtenGuarantee } from "./Guarantee.ts"
import { boundedInteger } from "./Integer.ts"
import { amountMax, MinorUnits } from "./Money.ts"
import { impersonal } from "./Personal.ts"
import { problem } from "./Problem.ts"
import { multiLineText } from "./Text.ts"

/** All of a salary, in basis points. */
export const basisPointsMax = 10_000

/** The longest note of a fee, in characters. */
export const noteMax = 500

/** The most custom fees of an agency: one with more needs a contract, not a list. */
export const customFeesMax = 20

/** The longest payment terms, in days: a year. */
export const paymentTermsDaysMax = 365

const aboutNote = { description: "The purpose of the fee" }

/** A note in an answer: as it is stored, whatever a write refuses today. */
const note = Schema.optionalKey(Schema.String.annotate({ ...aboutNote, ...impersonal }))

/** A note in a request. */
const writtenNote = Schema.optionalKey(multiLineText(0, noteMax).annotate(aboutNote))

const flat = {
  feeType: Schema.Literal("FLAT_FEE"),
  currency: Currency,
  feeCents: MinorUnits.annotate({
    description: "Minor units of the currency: cents of the euro, whole yen",
    examples: [500_000]
  })
}
const aboutFlat = {
  description: "A fixed amount for each hire",
  examples: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" }]
} as const

/** A fixed amount. `feeCents` counts minor units of `currency`; the yen has none, so there it counts yen. */
export const FlatFee = Schema.Struct({ ...flat, note }).annotate({ identifier: "FlatFee", ...aboutFlat })
export type FlatFee = typeof FlatFee.Type

/** A fixed amount as it is written. */
export const NewFlatFee = Schema.Struct({ ...flat, note: writtenNote }).annotate({
  identifier: "NewFlatFee",
  ...aboutFlat
})

const percentage = {
  feeType: Schema.Literal("PERCENTAGE_FEE"),
  feeBasisPoints: boundedInteger(0, basisPointsMax).annotate({
    description: "Hundredths of a percent: 2000 is 20 %",
    examples: [2_000]
  })
}
const aboutPercentage = {
  description: "A share of the first year's base salary",
  examples: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }],
  "x-extension": true
} as const

/** A share of the first year's base salary. `feeBasisPoints` counts hundredths of a percent: 2000 is 20 %. */
export const PercentageFee = Schema.Struct({ ...percentage, note }).annotate({
  identifier: "PercentageFee",
  ...aboutPercentage
})
export type PercentageFee = typeof PercentageFee.Type

/** A share as it is written. */
export const NewPercentageFee = Schema.Struct({ ...percentage, note: writtenNote }).annotate({
  identifier: "NewPercentageFee",
  ...aboutPercentage
})

const aboutFee = {
  description: "A custom fee of the kind in `feeType`",
  problemMember: "feeType",
  ...problem("not_allowed", "must be FLAT_FEE or PERCENTAGE_FEE")
}

/** A custom fee; `feeType` names its kind. */
export const Fee = Schema.Union([FlatFee, PercentageFee]).annotate({ identifier: "Fee", ...aboutFee })
export type Fee = typeof Fee.Type

/** A custom fee as it is written. */
export const NewFee = Schema.Union([NewFlatFee, NewPercentageFee]).annotate({ identifier: "NewFee", ...aboutFee })

/** All members of a fee, in one order. Written out: a comparison by a schema weighs as much as the rest of this file in every client. */
const wordsOf = (fee: Fee): string =>
  JSON.stringify(
    fee.feeType === "FLAT_FEE"
      ? [fee.feeType, fee.currency, fee.feeCents, fee.note]
      : [fee.feeType, fee.feeBasisPoints, fee.note]
  )

/** The places in a list of fees that repeat an earlier one exactly. */
export const repeatedFees = (fees: ReadonlyArray<Fee>): ReadonlyArray<number> => {
  const all = fees.map(wordsOf)
  return all.flatMap((words, index) => (all.indexOf(words) < index ? [index] : []))
}

const fewEnough = Schema.isMaxLength(customFeesMax, problem("length", `must have at most ${customFeesMax} fees`))

const noneTwice = Schema.makeFilter(
  (fees: ReadonlyArray<Fee>) =>
    // A list that is too long is refused for that; comparing all its pairs would only take time.
    (fees.length > customFeesMax ? [] : repeatedFees(fees)).map((index) => ({
      path: [index],
      issue: "must not repeat an earlier fee of the list"
    })),
  problem("duplicate", "must not repeat an earlier fee of the list")
)

/** A list of custom fees as an answer has it. In a history, which has no notes, two fees may be the same. */
export const CustomFees = Schema.Array(Fee).check(fewEnough)

const NewCustomFees = Schema.Array(NewFee).check(fewEnough, noneTwice)

const optimizedFee = Schema.Boolean.annotate({
  description: "true: the platform's optimized fee applies; false: the custom fees do"
})
const customFees = { description: "The custom fees in their order, none twice" }
const sample = {
  optimizedFee: false,
  customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" }]
} as const

const paymentTermsDays = Schema.optionalKey(
  boundedInteger(0, paymentTermsDaysMax).annotate({
    description: "The days from the start of a hire until its fee is due",
    examples: [30],
    "x-extension": true
  })
)

/** The fees of an agency. With `optimizedFee: true` the custom fees lie dormant; guarantee and payment terms apply to both kinds. */
export const AgencyFees = Schema.Struct({
  optimizedFee,
  customFees: CustomFees.annotateKey(customFees),
  guarantee: Schema.optionalKey(Guarantee),
  paymentTermsDays
}).annotate({ identifier: "AgencyFees", description: "The fees of an agency", examples: [sample] })
export type AgencyFees = typeof AgencyFees.Type

/** The request that sets fees: an absent member keeps its stored value, a given list replaces the stored one. */
export const AgencyFeesUpdate = Schema.Struct({
  optimizedFee: Schema.optionalKey(optimizedFee),
  customFees: Schema.optionalKey(NewCustomFees).annotateKey(customFees),
  guarantee: Schema.optionalKey(NewGuarantee),
  paymentTermsDays
}).annotate({
  identifier: "AgencyFeesUpdate",
  description: "Sets fees; an absent member keeps its value",
  examples: [sample]
})
export type AgencyFeesUpdate = typeof AgencyFeesUpdate.Type

/** The fees of a new agency. */
export const initialFees: AgencyFees = { optimizedFee: true, customFees: [] }

/** Fees that an update is merged into. To a client, fees and guarantee may be of a kind that came later. */
interface MergeableFees<AnyFee, AnyGuarantee> {
  readonly optimizedFee: boolean
  readonly customFees: ReadonlyArray<AnyFee>
  readonly guarantee?: AnyGuarantee | undefined
  readonly paymentTermsDays?: number | undefined
}

/** An update with fees of such a kind. */
interface MergedUpdate<AnyFee> extends Omit<AgencyFeesUpdate, "customFees"> {
  readonly customFees?: ReadonlyArray<AnyFee>
}

/** Fees after an update. */
interface MergedFees<AnyFee, AnyGuarantee> {
  readonly optimizedFee: boolean
  readonly customFees: ReadonlyArray<AnyFee>
  readonly guarantee?: AnyGuarantee
  readonly paymentTermsDays?: number
}

/** The fees after an update. */
export const mergeFees = <AnyFee, AnyGuarantee = never>(
  stored: MergeableFees<AnyFee, AnyGuarantee>,
  update: MergedUpdate<AnyFee>
): MergedFees<AnyFee, AnyGuarantee | Guarantee> => {
  const guarantee = update.guarantee === undefined ? stored.guarantee : writtenGuarantee(update.guarantee)
  const dueDays = update.paymentTermsDays ?? stored.paymentTermsDays
  return {
    optimizedFee: update.optimizedFee ?? stored.optimizedFee,
    customFees: update.customFees ?? stored.customFees,
    ...(guarantee === undefined ? {} : { guarantee }),
    ...(dueDays === undefined ? {} : { paymentTermsDays: dueDays })
  }
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= amountMax

/** A share of an amount, half a cent rounded up. */
const shareOf = (cents: number, basisPoints: number): number =>
  Number((BigInt(cents) * BigInt(basisPoints) + BigInt(basisPointsMax) / 2n) / BigInt(basisPointsMax))

/**
 * The cost of a hire under a fee, in minor units. A percentage is taken of `salaryCents`, half a cent rounded up, in exact
 * integers. Fails when the salary or the result is not an integer from 0 to {@link amountMax}.
 */
export const amountOfHire = (fee: Fee, salaryCents: number): Result.Result<number, string> => {
  if (!isAmount(salaryCents)) return Result.fail(`the salary must be an integer from 0 to ${amountMax}`)
  const amount = fee.feeType === "FLAT_FEE" ? fee.feeCents : shareOf(salaryCents, fee.feeBasisPoints)
  return isAmount(amount) ? Result.succeed(amount) : Result.fail(`the fee must be an integer from 0 to ${amountMax}`)
}
