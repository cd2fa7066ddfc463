/**
 * Placements for people: one line about a placement, or all that is known of it.
 */
import { formatMoney } from "@partner-api/domain/Money"
import { feeMoney, refundText } from "@partner-api/domain/PlacementMoney"
import type { Placement } from "../../core/Model.ts"
import { feeText } from "../fees/FeeText.ts"
import { textLines, titledLines } from "../TitledLines.ts"

/** An amount of the fee, where it is known. */
const amountText = (placement: Placement, amount: number | undefined): string | undefined =>
  amount === undefined ? undefined : feeMoney(placement, amount)

/** The name of the hired person. */
export const nameText = ({ candidate_name = "(erased)" }: Placement): string => candidate_name

/** The line about a placement after a write. */
export const placementLine = (placement: Placement): string =>
  [placement.id, nameText(placement), placement.status, placement.settlement?.status ?? "(settled elsewhere)"].join(
    "  "
  )

const guaranteeText = ({ guarantee, guarantee_ends_on }: Placement): string | undefined =>
  guarantee && `${guarantee.days} days, until ${guarantee_ends_on ?? ""}, refund ${guarantee.refund}`

/** The amount that a percentage is taken of, where it is not the salary. */
const feeBaseText = ({ base_salary_cents, currency, fee, fee_base_cents: amount }: Placement): string | undefined =>
  fee.feeType === "PERCENTAGE_FEE" && amount !== base_salary_cents ? formatMoney({ currency, amount }) : undefined

/** The lines about a placement. */
export const placementLines = (placement: Placement): ReadonlyArray<string> => {
  const { settlement } = placement
  return titledLines([
    ["Placement", placement.id],
    ["Person", nameText(placement)],
    ["Application", placement.application_id],
    ["Job", placement.job_id],
    ["Agency", placement.agency_id],
    ["Status", placement.status],
    ["Starts", placement.start_date],
    ["Guarantee", guaranteeText(placement)],
    ["Salary", formatMoney({ currency: placement.currency, amount: placement.base_salary_cents })],
    ["Fee", feeText(placement.fee)],
    ["Fee base", feeBaseText(placement)],
    ["Costs", amountText(placement, placement.fee_amount_cents)],
    ["Left on", placement.fell_off_on],
    ["Refund", refundText(placement)],
    ["Reason", textLines(placement.reason)],
    ["Settlement", settlement?.status],
    ["Due on", settlement?.due_on],
    ["Reference", settlement?.reference],
    ["Paid", amountText(placement, settlement?.paid_cents)],
    ["Paid back", amountText(placement, settlement?.refunded_cents)],
    ["Void because", textLines(settlement?.reason)]
  ])
}
