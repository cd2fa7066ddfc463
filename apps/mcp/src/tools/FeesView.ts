/**
 * Fees as tools take and show them: a percentage as basis points and as "20 %", an amount as minor units and as "5000.00 EUR".
 *
 * The domain defines fees. Here are only their two spellings; `FeesQuestion` has the question about them to a human.
 */
import type {
  AgencyFees as UpstreamFees,
  AgencyFeesUpdate as UpstreamUpdate,
  Fee as UpstreamFee
} from "@partner-api/client/effect"
import {
  AgencyFeesUpdate,
  customFeesMax,
  NewFlatFee,
  NewPercentageFee,
  paymentTermsDaysMax
} from "@partner-api/domain/AgencyFees"
import { guaranteeDaysMax, GuaranteeRefund } from "@partner-api/domain/Guarantee"
import { boundedInteger } from "@partner-api/domain/Integer"
import { formatMoney } from "@partner-api/domain/Money"
import { formatPercent, parsePercent } from "@partner-api/domain/Percent"
import { problemsOf } from "@partner-api/domain/Problems"
import { problem } from "@partner-api/domain/Problem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { badArguments } from "../protocol/tool/Arguments.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"

const percentProblem = "must be a percentage from 0% to 100% with at most two decimals, such as 20% or 12.5%"

/** The valid percentage that is nearest to a number, as text or not. A fraction may mean a share of one, so it leads nowhere. */
const nearestPercentage = (given: unknown): string | undefined => {
  const percent = Number.parseFloat(String(given))
  if (percent < 0) return "0%"
  return percent >= 1 ? `${Math.min(100, Math.round(percent * 100) / 100)}%` : undefined
}

/** The description stands before the check: JSON Schema does not have the check, and would leave out its description. */
const Percentage = Schema.String.annotate({ description: "In place of feeBasisPoints: 12.5%" })
  .check(Schema.makeFilter((text: string) => Result.isSuccess(parsePercent(text)), problem("format", percentProblem)))
  .annotate({ examples: ["20%"], nearest: nearestPercentage })

const { feeBasisPoints, feeType, note } = NewPercentageFee.fields

/** A percentage fee in either spelling. */
const GivenPercentage = Schema.Struct({
  feeType,
  feeBasisPoints: Schema.optionalKey(feeBasisPoints),
  percentage: Schema.optionalKey(Percentage),
  note
})
  .check(
    Schema.makeFilter(
      (fee) => (fee.feeBasisPoints === undefined) !== (fee.percentage === undefined),
      problem("required", "must have feeBasisPoints or percentage, one of them")
    )
  )
  .annotate({ examples: [{ feeType: "PERCENTAGE_FEE", percentage: "20%" }] })

const GivenFee = Schema.Union([NewFlatFee, GivenPercentage]).annotate({
  problemMember: "feeType",
  ...problem("not_allowed", "must be FLAT_FEE or PERCENTAGE_FEE")
})

const GivenFees = Schema.Array(GivenFee)
  .check(Schema.isMaxLength(customFeesMax, problem("length", `must have at most ${customFeesMax} fees`)))
  .annotate({ description: "Replaces all custom fees, in this order" })

/** A guarantee in few words: `days` and `refund` are enough. The domain judges them together. */
const GivenGuarantee = Schema.Struct({
  days: boundedInteger(0, guaranteeDaysMax).annotate({ description: "0, alone, removes it" }),
  refund: Schema.optionalKey(Schema.Literals(GuaranteeRefund.literals))
})

/** The arguments that select fees. */
export const givenFees = {
  optimizedFee: Schema.optionalKey(Schema.Boolean.annotate({ description: "false: the custom fees apply" })),
  customFees: Schema.optionalKey(GivenFees),
  guarantee: Schema.optionalKey(GivenGuarantee),
  paymentTermsDays: Schema.optionalKey(boundedInteger(0, paymentTermsDaysMax))
}

interface Given {
  readonly optimizedFee?: boolean
  readonly customFees?: typeof GivenFees.Type
  readonly guarantee?: typeof GivenGuarantee.Type
  readonly paymentTermsDays?: number
}

const feeOf = (fee: typeof GivenFee.Type): object => {
  if (fee.feeType === "FLAT_FEE") return fee
  const { percentage, ...rest } = fee
  const parsed = percentage === undefined ? undefined : Result.getOrUndefined(parsePercent(percentage))
  return parsed === undefined ? rest : { ...rest, feeBasisPoints: parsed }
}

const decodeUpdate = Schema.decodeUnknownResult(AgencyFeesUpdate, { errors: "all" })

/** The body that is sent. Rules about the whole list, such as that no fee stands there twice, are the domain's. */
export const updateOf = (
  tool: string,
  { customFees, guarantee, optimizedFee, paymentTermsDays }: Given
): Result.Result<UpstreamUpdate, ToolFailure> => {
  const body = {
    ...(optimizedFee === undefined ? {} : { optimizedFee }),
    ...(customFees === undefined ? {} : { customFees: customFees.map(feeOf) }),
    ...(guarantee === undefined ? {} : { guarantee }),
    ...(paymentTermsDays === undefined ? {} : { paymentTermsDays })
  }
  if (Object.keys(body).length === 0) {
    return Result.fail(
      badArguments(tool, [
        { path: "/optimizedFee", problem: "or another member must be given, else nothing would change", example: true }
      ])
    )
  }
  return Result.mapError(decodeUpdate(body), ({ issue }) =>
    badArguments(
      tool,
      problemsOf(issue, "body").map(({ path, message }) => ({ path, problem: message }))
    )
  )
}

/** The fees of an agency as a result shows them; guarantee and payment terms, which few agencies have, speak for themselves. */
export const feesSchema = Schema.StructWithRest(
  Schema.Struct({
    optimizedFee: Schema.Boolean,
    customFees: Schema.Array(briefSchema(["feeType"]))
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)

/** Fees as the result of a write shows them: the tool that reads them describes their form. */
export const feesOfWrite = briefSchema([])

/** Fees of which some members may be absent: what is sent. */
export interface UpdateView extends Item {
  readonly optimizedFee?: boolean
  readonly customFees?: ReadonlyArray<Item>
  readonly guarantee?: Item
  readonly paymentTermsDays?: number
}

/** Fees with both members. */
export interface FeesView extends UpdateView {
  readonly optimizedFee: boolean
  readonly customFees: ReadonlyArray<Item>
}

const showFee = (fee: UpstreamFee, required: ReadonlyArray<string>): Item => {
  const shown = compact(fee, required)
  switch (fee.feeType) {
    case "FLAT_FEE":
      return { ...shown, amount: formatMoney({ currency: fee.currency, amount: fee.feeCents }) }
    case "PERCENTAGE_FEE":
      return { ...shown, percentage: formatPercent(fee.feeBasisPoints) }
  }
  // A fee type that this version does not know: as it is.
  return shown
}

/** The terms that are agreed beside the fees. */
interface Terms {
  readonly guarantee?: object | undefined
  readonly paymentTermsDays?: number | undefined
}

/** Guarantee and payment terms, where there are any. */
const showTerms = ({ guarantee, paymentTermsDays }: Terms): Pick<UpdateView, "guarantee" | "paymentTermsDays"> => ({
  ...(guarantee === undefined ? {} : { guarantee: { ...guarantee } }),
  ...(paymentTermsDays === undefined ? {} : { paymentTermsDays })
})

export const showFees = (fees: UpstreamFees): FeesView => ({
  optimizedFee: fees.optimizedFee,
  customFees: fees.customFees.map((fee) => showFee(fee, ["feeType"])),
  ...showTerms(fees)
})

/** The update that is sent, an empty note too. */
export const showUpdate = ({ optimizedFee, customFees, ...terms }: UpstreamUpdate): UpdateView => ({
  ...(optimizedFee === undefined ? {} : { optimizedFee }),
  ...(customFees === undefined ? {} : { customFees: customFees.map((fee) => showFee(fee, ["feeType", "note"])) }),
  ...showTerms(terms)
})
