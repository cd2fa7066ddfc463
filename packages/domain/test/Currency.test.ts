/**
 * ISO 4217 codes of currencies in use (decisions, Fees), compared with what ICU knows.
 */
import { assert, describe, it } from "@effect/vitest"

import { Currency, currencyCodes } from "../src/Currency.ts"
import { faults } from "./support.ts"

/** In ISO 4217 since 2021 beside VES, and not taken up by the ICU of Node 24. */
const unknownToIcu = new Set(["VED"])

describe("the currencies (decisions, Fees)", () => {
  it("are sorted and unique codes of three upper-case letters", () => {
    assert.deepStrictEqual([...currencyCodes], [...new Set(currencyCodes)].toSorted())
    assert.isTrue(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code)))
    assert.strictEqual(currencyCodes.length, 155)
  })

  it("are all known to ICU, but for VED", () => {
    const known = new Set(Intl.supportedValuesOf("currency"))
    assert.deepStrictEqual(
      currencyCodes.filter((code) => !known.has(code) && !unknownToIcu.has(code)),
      []
    )
  })

  it("have five X codes and no other", () =>
    assert.deepStrictEqual(
      currencyCodes.filter((code) => code.startsWith("X")),
      ["XAF", "XCD", "XCG", "XOF", "XPF"]
    ))

  it.for([
    "BOV",
    "CHE",
    "CHW",
    "CLF",
    "COU",
    "MXV",
    "USN",
    "UYI",
    "UYW",
    "XAD",
    "XAU",
    "XDR",
    "XSU",
    "XTS",
    "XUA",
    "XXX"
  ])("have no fund, metal, test or unit of account: %s", (code) =>
    assert.deepStrictEqual(faults(Currency, code), [" format"])
  )

  it.for(["ANG", "BGN", "BYR", "CUC", "DEM", "HRK", "MRO", "SLL", "STD", "VEF", "ZMK", "ZWL"])(
    "have none that is out of use: %s",
    (code) => assert.deepStrictEqual(faults(Currency, code), [" format"])
  )

  it.for(["AED", "EUR", "GBP", "JPY", "SLE", "USD", "VED", "XCG", "ZWG"])("have %s", (code) =>
    assert.deepStrictEqual(faults(Currency, code), [])
  )

  it.for(["eur", "Eur", "EU", "EURO", " EUR", "", "978"])("have no %j", (text) =>
    assert.deepStrictEqual(faults(Currency, text), [" format"])
  )
})
