/**
 * Amounts of money: integers of minor units with a bound, and the way to text and back, as people write them: `5000.00:EUR`,
 * `5000.00 EUR`, `5000:JPY` (decisions, Fees).
 *
 * Digits are moved, never divided: no floats. ISO 4217 defines how many decimals a currency has, as of 2026-01-01. `Intl.NumberFormat` is not
 * used: it has the decimals of shown prices, so for HUF, IDR, COP, IQD and twelve more it has none, and an amount written through it
 * would be wrong by a factor of a hundred or a thousand.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Currency } from "./Currency.ts"
import { boundedInteger } from "./Integer.ts"

/** The largest amount of money, in minor units: far above any fee and salary, and exact in every JSON number. */
export const amountMax = 1_000_000_000_000

/** An amount of money in minor units of its currency: cents of the euro, whole yen. */
export const MinorUnits = boundedInteger(0, amountMax)

/** Money: minor units of a currency. */
export interface Money {
  readonly currency: string
  readonly amount: number
}

/** The currencies without decimals, and those with three. Text, which a bundler leaves out where no code uses decimals. */
const withoutDecimals = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
const withThreeDecimals = "BHD IQD JOD KWD LYD OMR TND"

/** The number of decimals of an amount of a currency: two of the euro, none of the yen, three of the dinar of Kuwait. */
export const decimalsOfCurrency = (currency: string): number =>
  withoutDecimals.split(" ").includes(currency) ? 0 : withThreeDecimals.split(" ").includes(currency) ? 3 : 2

const isCurrency = Schema.is(Currency)

/** More digits than any amount has are no amount, whatever they are. */
const pattern = /^0*(\d{1,18})(?:\.(\d{1,20}))?(?::| +)([A-Za-z]{3})$/u

const decimalsRule = (currency: string, decimals: number): string =>
  decimals === 0 ? `${currency} has no decimals` : `${currency} has at most ${decimals} decimals`

/** Reads an amount of money. The error is a sentence about what to write instead. */
export const parseMoney = (text: string): Result.Result<Money, string> => {
  const [, whole, fraction = "", currency = ""] = pattern.exec(text.trim()) ?? []
  if (whole === undefined) {
    return Result.fail("must be an amount and its currency, such as 5000.00:EUR, with a point and no other separator")
  }
  if (!isCurrency(currency)) {
    return Result.fail("must end with an upper-case ISO 4217 code of a currency in use, such as EUR")
  }
  const decimals = decimalsOfCurrency(currency)
  if (fraction.length > decimals)
    return Result.fail(`must be an amount that there is: ${decimalsRule(currency, decimals)}`)
  const amount = BigInt(whole + fraction.padEnd(decimals, "0"))
  return amount > BigInt(amountMax)
    ? Result.fail(`must be at most ${formatMoney({ currency, amount: amountMax })}`)
    : Result.succeed({ currency, amount: Number(amount) })
}

/** Writes an amount of money: `5000.00 EUR`, with all the decimals of its currency. */
export const formatMoney = ({ amount, currency }: Money): string => {
  // Of a currency that came later than this list the decimals are not known, and a wrong point is worse than none.
  if (!isCurrency(currency)) return `${amount} minor units of ${currency}`
  const decimals = decimalsOfCurrency(currency)
  const digits = String(amount).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  return `${digits.slice(0, point)}${decimals === 0 ? "" : `.${digits.slice(point)}`} ${currency}`
}
