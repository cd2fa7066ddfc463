/**
 * Amounts of money as text (decisions, Fees: minor units of the currency, "JPY has none"), both ways.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { currencyCodes } from "../src/Currency.ts"
import { amountMax, decimalsOfCurrency, formatMoney, parseMoney } from "../src/Money.ts"
import { either, integer, oneOf } from "./support.ts"

const read = (text: string) => Result.getOrThrow(parseMoney(text))
const refusal = (text: string) =>
  Result.match(parseMoney(text), {
    onFailure: (message) => message,
    onSuccess: ({ amount, currency }) => `read as ${amount} ${currency}`
  })
const money = Arbitrary.map(
  Arbitrary.all([oneOf(currencyCodes), either(integer(0, 1_000), integer(0, amountMax))]),
  ([currency, amount]) => ({ currency, amount })
)

/** Where ICU knows how prices are shown instead of how amounts are counted. */
const shownWithout = new Set("AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER".split(" "))

describe("an amount of money as text (decisions, Fees)", () => {
  it.prop(
    "comes back as it was, with a space and with a colon",
    { money },
    ({ money }) => {
      const text = formatMoney(money)
      assert.deepStrictEqual(read(text), money)
      assert.deepStrictEqual(read(text.replace(" ", ":")), money)
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop("has all the decimals of its currency, and may be written without them", { money }, ({ money }) => {
    const [, decimals = ""] = /^\d+(?:\.(\d+))? /.exec(formatMoney(money)) ?? []
    assert.strictEqual(decimals.length, decimalsOfCurrency(money.currency))
    const whole = Math.floor(money.amount / 10 ** decimals.length)
    assert.deepStrictEqual(read(`${whole}:${money.currency}`), {
      currency: money.currency,
      amount: whole * 10 ** decimals.length
    })
  })

  it.for([
    ["5000.00:EUR", "EUR", 500_000],
    ["5000 EUR", "EUR", 500_000],
    ["5000.5:EUR", "EUR", 500_050],
    ["0:EUR", "EUR", 0],
    ["5000:JPY", "JPY", 5_000],
    ["5000.125:KWD", "KWD", 5_000_125],
    // Prices in these are shown without decimals; amounts have them.
    ["5000:HUF", "HUF", 500_000],
    ["5000:IQD", "IQD", 5_000_000],
    // As a float this is 1.1499999999999999.
    ["1.15:EUR", "EUR", 115],
    ["10000000000.00:EUR", "EUR", amountMax]
  ] as const)("%s is in %s %i minor units", ([text, currency, amount]) => {
    assert.deepStrictEqual(read(text), { currency, amount })
  })

  it("has the decimals that ICU knows, where prices are shown with all of them", () => {
    const differing = currencyCodes.filter((code) => {
      const { maximumFractionDigits } = new Intl.NumberFormat("en", {
        style: "currency",
        currency: code
      }).resolvedOptions()
      return !shownWithout.has(code) && maximumFractionDigits !== decimalsOfCurrency(code)
    })
    assert.deepStrictEqual(differing, [])
  })

  it("with decimals that the currency does not have is refused, with the reason", () => {
    assert.match(refusal("5000.00:JPY"), /JPY has no decimals/)
    assert.match(refusal("5000.001:EUR"), /EUR has at most 2 decimals/)
    assert.match(refusal("5000.0001:KWD"), /KWD has at most 3 decimals/)
  })

  it("above the largest amount is refused, with the reason", () => {
    assert.match(refusal("10000000000.01:EUR"), /at most 10000000000\.00 EUR/)
    assert.match(refusal("999999999999999999:KWD"), /at most 1000000000\.000 KWD/)
  })

  it.for(["5000:eur", "5000:XYZ", "5000:XAU"])("%s is refused: no currency in use", (text) => {
    assert.match(refusal(text), /upper-case ISO 4217/)
  })

  it.for([
    "",
    "5000",
    "EUR",
    "EUR:5000",
    "-1:EUR",
    "5,000.00:EUR",
    "5.000,00:EUR",
    "1e3:EUR",
    ".5:EUR",
    "5.:EUR",
    "5000::EUR",
    "5000:EURO"
  ])("%j is refused with what to write instead", (text) => {
    assert.match(refusal(text), /such as 5000\.00:EUR/)
  })

  it("in a currency that came later than the list is shown as it is counted", () => {
    assert.strictEqual(formatMoney({ currency: "QQQ", amount: 5 }), "5 minor units of QQQ")
  })
})
