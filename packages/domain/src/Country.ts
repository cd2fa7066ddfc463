/**
 * ISO 3166-1 alpha-2 codes of countries, as of 2026-01-01.
 *
 * Left out: codes that are reserved (such as EU or UK), that users assign themselves (such as XK), and that are not in use any more.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Problem.ts"

/** The codes, in alphabetical order. */
export const countryCodes: ReadonlyArray<string> = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
  "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF " +
  "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN " +
  "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
  "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
  "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI " +
  "VN VU WF WS YE YT ZA ZM ZW"
).split(" ")

const codes: ReadonlySet<string> = new Set(countryCodes)

/** An upper-case ISO 3166-1 alpha-2 code of a country. */
export const CountryCode = Schema.String.check(
  Schema.makeFilter((code: string) => codes.has(code), {
    ...problem(
      "format",
      "must be an upper-case ISO 3166-1 alpha-2 code of a country, such as DE; the United Kingdom is GB"
    ),
    // The document has the form alone: the list of codes changes more often than clients do.
    toJsonSchema: () => [{ pattern: "^[A-Z]{2}$" }, true]
  })
).annotate({
  description: "Upper-case ISO 3166-1 alpha-2 code of a country",
  examples: ["DE"],
  maxLength: 2
})
