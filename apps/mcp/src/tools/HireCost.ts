/**
 * The cost of a hire, in words: "14400.00 EUR: 20 % of the base salary".
 *
 * The amount is counted by the domain or by the platform; here it is only spelt.
 */
import type { Hire } from "@partner-api/client/effect"
import { formatMoney } from "@partner-api/domain/Money"
import { formatPercent } from "@partner-api/domain/Percent"
import { feeMoney } from "@partner-api/domain/PlacementMoney"

/** A hire, as far as its cost goes. */
type Costing = Pick<Hire, "currency" | "fee" | "fee_amount_cents" | "fee_base_cents">

const feeWords = (fee: Hire["fee"], base: string): string => {
  switch (fee.feeType) {
    case "FLAT_FEE":
      return "a flat fee"
    case "PERCENTAGE_FEE":
      return `${formatPercent(fee.feeBasisPoints)} of ${base}`
    case "OPTIMIZED_FEE":
      return "the platform's optimized fee, which is settled outside of this API"
  }
  // A kind that came later than this server: as it is.
  return JSON.stringify(fee)
}

/** The cost, in the currency of a flat fee, else in that of the salary; and the fee that it follows from. */
export const costWords = ({ currency, fee, fee_amount_cents: amount, fee_base_cents: base }: Costing): string => {
  const words = feeWords(fee, base === undefined ? "the base salary" : formatMoney({ currency, amount: base }))
  return amount === undefined ? words : `${feeMoney({ currency, fee }, amount)}: ${words}`
}
