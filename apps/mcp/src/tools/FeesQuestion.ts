/**
 * The question about fees: every fee that is sent and every fee that is stored, each whole and in a line of its own.
 *
 * It is made from the fees and not from their form in results, which omits empty members.
 */
import type {
  AgencyFees as UpstreamFees,
  AgencyFeesUpdate as UpstreamUpdate,
  Fee as UpstreamFee
} from "@partner-api/client/effect"
import { formatMoney } from "@partner-api/domain/Money"
import { formatPercent } from "@partner-api/domain/Percent"
import { quoted } from "../protocol/confirmation/Question.ts"

const plainPrice = /^\d+(?:\.\d+)? (?:%|(?:minor units of )?[A-Z]{3})$/u
const plainWord = /^[A-Z]{1,16}$/u
const plainName = /^[A-Za-z]{1,64}$/u

/** Words of this program stay as they are; any other text, which the platform may have sent, is quoted. */
const worded = (text: string, plain: RegExp): string => (plain.test(text) ? text : quoted(text))

const valueText = (value: unknown): string => quoted(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

/** The price of a fee, and the members that it does not speak of. */
const priceOf = (fee: UpstreamFee): { readonly price: string; readonly more: object } => {
  switch (fee.feeType) {
    case "FLAT_FEE": {
      const { feeType: _, currency, feeCents, ...more } = fee
      return { price: worded(formatMoney({ currency, amount: feeCents }), plainPrice), more }
    }
    case "PERCENTAGE_FEE": {
      const { feeType: _, feeBasisPoints, ...more } = fee
      return { price: worded(formatPercent(feeBasisPoints), plainPrice), more }
    }
  }
  // A kind that came later than this server: all of it.
  return { price: "of another kind", more: fee }
}

const feeLine = (fee: UpstreamFee, index: number): string => {
  const { price, more } = priceOf(fee)
  const members = Object.entries(more).map(([name, value]) => `${worded(name, plainName)}: ${valueText(value)}`)
  return `- custom fee ${index + 1}: ${[price, ...members].join(", ")}`
}

const optimizedLine = (optimizedFee: boolean | undefined): string =>
  `- optimized fee: ${optimizedFee === undefined ? "stays as it is" : optimizedFee ? "on" : "off"}`

const customLines = (customFees: ReadonlyArray<UpstreamFee> | undefined): ReadonlyArray<string> => {
  if (customFees === undefined) return ["- custom fees: stay as they are"]
  return customFees.length === 0 ? ["- custom fees: none"] : customFees.map(feeLine)
}

/** Fees as they are sent, and as they are stored. */
interface ShownFees {
  readonly optimizedFee?: boolean
  readonly customFees?: ReadonlyArray<UpstreamFee>
  readonly guarantee?: { readonly days: number; readonly refund?: string } | undefined
  readonly paymentTermsDays?: number | undefined
}

const guaranteeLine = ({ days, refund }: NonNullable<ShownFees["guarantee"]>): string =>
  `- guarantee: ${days === 0 ? "none" : `${days} days`}${refund === undefined ? "" : `, refund ${worded(refund, plainWord)}`}`

/** Guarantee and payment terms, which most agencies do not have: nothing where they are absent. */
const termLines = ({ guarantee, paymentTermsDays }: ShownFees): ReadonlyArray<string> => [
  ...(guarantee === undefined ? [] : [guaranteeLine(guarantee)]),
  ...(paymentTermsDays === undefined ? [] : [`- due: ${paymentTermsDays} days after the start`])
]

/** Fees in lines, one for each. An absent member keeps its value. */
export const feeLines = (fees: ShownFees): string =>
  [optimizedLine(fees.optimizedFee), ...customLines(fees.customFees), ...termLines(fees)].join("\n")

/** The question whether to set the fees of an agency, in words that are quoted. Without `stored` it leaves out the current fees. */
export const feesQuestion = (
  { agency, organization }: { readonly agency: string; readonly organization: string },
  update: UpstreamUpdate,
  stored?: UpstreamFees
): string =>
  [
    `Set the fees of ${agency} in ${organization}?`,
    `New:\n${feeLines(update)}`,
    ...(stored === undefined ? [] : [`Now:\n${feeLines(stored)}`]),
    ...(update.customFees === undefined ? [] : ["The custom fees replace the whole list."])
  ].join("\n\n")
