/**
 * Fees as tools take and show them: a percentage as basis points and as "20 %", an amount as minor units and as "5000.00 EUR".
 *
 * What a fee is, is the domain's. Here are only the two spellings; how a human is asked about fees is in `FeesQuestion`.
 */
import type {
  AgencyFees as UpstreamFees,
  AgencyFeesUpdate as UpstreamUpdate,
  Fee as UpstreamFee
} from "@partner-api/client/effect"
import {
  AgencyFees,
  AgencyFeesUpdate,
  customFeesMax,
  NewFlatFee,
  NewPercentageFee
} from "@partner-api/domain/AgencyFees"
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

/** The description stands before the check: JSON Schema knows nothing of the check, and would leave out what is said with it. */
const Percentage = Schema.String.annotate({ description: "In place of feeBasisPoints, such as 12.5%" })
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

/** The arguments that say which fees. */
export const givenFees = {
  optimizedFee: AgencyFeesUpdate.fields.optimizedFee,
  customFees: Schema.optionalKey(GivenFees)
}

interface Given {
  readonly optimizedFee?: boolean
  readonly customFees?: typeof GivenFees.Type
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
  { optimizedFee, customFees }: Given
): Result.Result<UpstreamUpdate, ToolFailure> => {
  if (optimizedFee === undefined && customFees === undefined) {
    return Result.fail(
      badArguments(tool, [
        { path: "/optimizedFee", problem: "or customFees must be given, else nothing would change", example: true }
      ])
    )
  }
  const body = {
    ...(optimizedFee === undefined ? {} : { optimizedFee }),
    ...(customFees === undefined ? {} : { customFees: customFees.map(feeOf) })
  }
  return Result.mapError(decodeUpdate(body), ({ issue }) =>
    badArguments(
      tool,
      problemsOf(issue, "body").map(({ path, message }) => ({ path, problem: message }))
    )
  )
}

/** The fees of an agency as a result shows them. */
export const feesSchema = Schema.Struct({
  optimizedFee: AgencyFees.fields.optimizedFee,
  customFees: Schema.Array(briefSchema(["feeType"]))
})

/** Fees as the result of a write shows them: the tool that reads them describes their form. */
export const feesOfWrite = briefSchema([])

/** Fees of which some members may be absent: what is sent. */
export interface UpdateView extends Item {
  readonly optimizedFee?: boolean
  readonly customFees?: ReadonlyArray<Item>
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

export const showFees = ({ optimizedFee, customFees }: UpstreamFees): FeesView => ({
  optimizedFee,
  customFees: customFees.map((fee) => showFee(fee, ["feeType"]))
})

/** What is sent, an empty note too. */
export const showUpdate = ({ optimizedFee, customFees }: UpstreamUpdate): UpdateView => ({
  ...(optimizedFee === undefined ? {} : { optimizedFee }),
  ...(customFees === undefined ? {} : { customFees: customFees.map((fee) => showFee(fee, ["feeType", "note"])) })
})
