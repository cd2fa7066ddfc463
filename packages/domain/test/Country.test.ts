/**
 * Codes of countries: those of ISO 3166-1, and no others (recruiting 4).
 */
import { assert, describe, it } from "@effect/vitest"

import { CountryCode, countryCodes } from "../src/Country.ts"
import { faults } from "./support.ts"

const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

/** Regions of CLDR that are no countries of ISO 3166-1: reserved codes, and codes that users assign. */
const noCountries = ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"]

/** Codes that are not in use any more, and have the name of the country that came after, or their old one. */
const former = [
  "AN",
  "BU",
  "CS",
  "CT",
  "DD",
  "DY",
  "FQ",
  "FX",
  "HV",
  "JT",
  "MI",
  "NH",
  "NQ",
  "NT",
  "PC",
  "PU",
  "PZ",
  "RH",
  "SU",
  "TP",
  "UK",
  "VD",
  "WK",
  "YD",
  "YU",
  "ZR"
]

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

describe("a code of a country (recruiting 4)", () => {
  it("is one of ISO 3166-1 alpha-2: those that CLDR names, but for its own", () => {
    const named = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => names.of(code) !== undefined)
    const left = new Set([...noCountries, ...former])
    assert.deepStrictEqual(
      countryCodes,
      named.filter((code) => !left.has(code))
    )
    assert.lengthOf(countryCodes, 249)
  })

  it.for(["de", "UK", "EU", "XK", "DEU", "", "D1"])("is not %j", (code) =>
    assert.deepStrictEqual(faults(CountryCode, code), [" format"])
  )
})
