/**
 * The money of a placement for people: an amount of its fee with its currency, and what a fall-off means for the fee.
 *
 * A refund is money that was paid: before the payment, the fee is lower by it. Amounts are counted in `Refund.ts` and `commands/Settlement.ts`; here they are
 * only spelt.
 */
import { formatMoney } from "./Money.ts"

/** The fee of a placement, as answers show it; a server may know kinds of fees that a reader does not. */
interface ShownFee {
  readonly currency: string
  readonly fee: { readonly feeType: string; readonly currency?: string }
}

/** A placement, as far as its fee and settlement go. */
export interface ShownPlacement extends ShownFee {
  readonly fee_amount_cents?: number
  readonly fell_off_on?: string
  readonly refund_cents?: number
  readonly settlement?: { readonly status: string; readonly paid_cents?: number; readonly refunded_cents?: number }
}

/** The currency of a fee: its own where it is flat, that of the salary otherwise. */
export const feeCurrency = ({ currency, fee }: ShownFee): string =>
  fee.feeType === "FLAT_FEE" ? (fee.currency ?? currency) : currency

/** An amount of the fee with its currency. */
export const feeMoney = (placement: ShownFee, amount: number): string =>
  formatMoney({ currency: feeCurrency(placement), amount })

/** The part of the fee that the agency owes back after a fall-off (recruiting 8), as a text; undefined where the person has not left. */
export const refundText = (placement: ShownPlacement): string | undefined => {
  const { fee_amount_cents: fee = 0, fell_off_on, refund_cents: refund, settlement } = placement
  if (fell_off_on === undefined) return undefined
  if (settlement?.status === "VOID") return "none: the settlement is VOID, and nothing is owed"
  if (refund === undefined) return "known once the fee is invoiced"
  if (refund === 0) return "none: the guarantee gives nothing back for this day"
  switch (settlement?.status) {
    case "NOT_DUE":
    case "DUE":
    case "INVOICED":
      return `none: the fee is not paid yet, and falls by ${feeMoney(placement, refund)} to ${feeMoney(placement, fee - refund)}`
    case "PAID": {
      const back = (settlement.paid_cents ?? fee) - (fee - refund)
      return back > 0 ? feeMoney(placement, back) : "none: no more was paid than is owed"
    }
    case "REFUNDED":
      return `none: ${feeMoney(placement, settlement.refunded_cents ?? refund)} was paid back`
    default:
      return feeMoney(placement, refund)
  }
}
