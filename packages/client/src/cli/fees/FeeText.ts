/**
 * Fees for people: percentages and amounts as they are written, in their order.
 */
import { makeTable } from "@partner-api/cli-kit/Table"
import { formatMoney } from "@partner-api/domain/Money"
import { formatPercent } from "@partner-api/domain/Percent"
import type { AgencyFees, Fee, HireFee } from "../../core/Model.ts"

/** A fee as people write it: `20 %`, `5000.00 EUR`. */
export const feeText = (fee: Fee | HireFee): string => {
  switch (fee.feeType) {
    case "FLAT_FEE":
      return formatMoney({ currency: fee.currency, amount: fee.feeCents })
    case "PERCENTAGE_FEE":
      return formatPercent(fee.feeBasisPoints)
    case "OPTIMIZED_FEE":
      return "optimized fee"
  }
  // A kind that came later than this program: the client keeps it as it is.
  return JSON.stringify(fee)
}

/** The lines about guarantee and payment terms; none where neither is agreed. */
const termLines = ({ guarantee, paymentTermsDays }: AgencyFees): ReadonlyArray<string> => [
  ...(guarantee === undefined ? [] : [`Guarantee of ${guarantee.days} days, refund ${guarantee.refund}`]),
  ...(paymentTermsDays === undefined ? [] : [`Due ${paymentTermsDays} days after the start`])
]

/** The lines about the fees of an agency. */
export const feeLines = (fees: AgencyFees, columns: number | undefined): ReadonlyArray<string> => {
  const rows = fees.customFees.map((fee, index) => ({ fee, index }))
  const table = makeTable<(typeof rows)[number]>(
    [
      { title: "#", cell: ({ index }) => String(index + 1), isWhole: true },
      { title: "FEE", cell: ({ fee }) => feeText(fee), isWhole: true },
      { title: "NOTE", cell: ({ fee }) => fee.note ?? "" }
    ],
    columns
  )
  const applied = fees.optimizedFee
    ? `Optimized fee${rows.length > 0 ? "; the custom fees are not used" : ""}`
    : rows.length > 0
      ? "Custom fees"
      : "Custom fees, but there are none: a hire could not be paid"
  return [applied, ...(rows.length > 0 ? table.lines(rows) : []), ...termLines(fees)]
}
