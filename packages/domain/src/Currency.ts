/**
 * ISO 4217 codes of currencies in use, as of 2026-01-01.
 *
 * Left out: codes for funds (such as CHE or USN), for metals and for tests, and every X code but the five that people are
 * paid in. BGN is not in use since 2026-01-01 (euro), ANG since 2025-07-01 (XCG).
 */
import * as Schema from "effect/Schema"

import { impersonal } from "./Personal.ts"
import { problem } from "./Problem.ts"

/** The codes, in alphabetical order. */
export const currencyCodes: ReadonlyArray<string> = (
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC " +
  "CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR " +
  "ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK " +
  "MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE " +
  "SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF " +
  "XPF YER ZAR ZMW ZWG"
).split(" ")

const codes: ReadonlySet<string> = new Set(currencyCodes)

/** An upper-case ISO 4217 code of a currency in use. */
export const Currency = Schema.String.check(
  Schema.makeFilter((code: string) => codes.has(code), {
    ...problem("format", "must be an upper-case ISO 4217 code of a currency in use, such as EUR"),
    // The document has the form alone: the list of codes changes more often than its readers.
    toJsonSchema: () => [{ pattern: "^[A-Z]{3}$" }, true]
  })
).annotate({
  description: "Upper-case ISO 4217 code of a currency in use",
  examples: ["EUR"],
  maxLength: 3,
  ...impersonal
})
