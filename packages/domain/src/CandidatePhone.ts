/**
 * The telephone number of a candidate, which is stored as E.164 (recruiting 5). A number as it is dialled in a country comes with that country.
 *
 * Apart from the shapes of a candidate, so that no client has the numbering plans of all countries in its bundle. Whether somebody has the number is not
 * known here.
 */
import * as Result from "effect/Result"
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min"

import { Phone } from "./Phone.ts"
import type { Problem } from "./Problem.ts"
import { strictDecoder } from "./StrictDecoder.ts"

/** A telephone number and its country, as they are written. */
interface WrittenPhone {
  readonly phone?: string | null
  readonly phone_country?: string
}

const decodePhone = /* @__PURE__ */ strictDecoder(Phone)

const at = (path: string, code: Problem["code"], message: string): Problem => ({ in: "body", path, code, message })

/** The E.164 of a number that is dialled in a country; undefined where it is none. An extension has no place in E.164. */
const inCountry = (phone: string, country: string): string | undefined => {
  if (!isSupportedCountry(country)) return undefined
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false })
  const isNumber = parsed?.isPossible() === true && parsed.ext === undefined
  // Some numbering plans have more digits than E.164.
  return isNumber && Result.isSuccess(decodePhone(parsed.number, "body")) ? parsed.number : undefined
}

/** The number as it is stored, or what is wrong with it. `within` is the path of the record that has it. */
const stored = (
  phone: string | null | undefined,
  country: string | undefined,
  within: string
): Result.Result<string | null | undefined, ReadonlyArray<Problem>> => {
  if (phone === undefined || phone === null) {
    return country === undefined
      ? Result.succeed(phone)
      : Result.fail([at(`${within}/phone_country`, "not_allowed", "must be left out where there is no phone")])
  }
  const international = decodePhone(phone, "body")
  if (Result.isSuccess(international)) return Result.succeed(phone)
  if (country === undefined) {
    return Result.mapError(international, (problems) =>
      problems.map(({ code, message }) => at(`${within}/phone`, code, `${message}; or give phone_country`))
    )
  }
  if (!isSupportedCountry(country)) {
    const message = "must be a country with telephone numbers of its own; give the phone as E.164"
    return Result.fail([at(`${within}/phone_country`, "not_allowed", message)])
  }
  const number = inCountry(phone, country)
  return number === undefined
    ? Result.fail([at(`${within}/phone`, "format", `must be a telephone number of ${country} without an extension`)])
    : Result.succeed(number)
}

/** A record with its telephone number as E.164 and without `phone_country`, or what is wrong with the number. */
export const withStoredPhone = <Written extends WrittenPhone>(
  { phone_country, ...record }: Written,
  within: string
): Result.Result<Omit<Written, "phone_country">, ReadonlyArray<Problem>> =>
  Result.map(stored(record.phone, phone_country, within), (phone) =>
    phone === undefined ? record : { ...record, phone }
  )
