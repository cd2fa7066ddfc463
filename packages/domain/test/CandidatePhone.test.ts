/**
 * The telephone number of a candidate as it is stored: E.164, whatever the form in which people of its country write it (recruiting 5).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { withStoredPhone } from "../src/CandidatePhone.ts"

const outcome = (phone: string | null | undefined, country?: string): unknown =>
  Result.match(
    withStoredPhone(
      { ...(phone === undefined ? {} : { phone }), ...(country === undefined ? {} : { phone_country: country }) },
      "/candidate"
    ),
    {
      onFailure: (problems) => problems.map(({ code, path }) => `${path} ${code}`).join(),
      onSuccess: (record) => record.phone
    }
  )

describe("the telephone number of a candidate (recruiting 5)", () => {
  it.for([
    ["0151 1234 5678", "DE", "+4915112345678"],
    ["(030) 123456", "DE", "+4930123456"],
    ["06 12 34 56 78", "FR", "+33612345678"],
    // Italy keeps its zero, Spain has none, Hungary and Russia dial others, North America has a 1.
    ["06 1234 5678", "IT", "+390612345678"],
    ["612 345 678", "ES", "+34612345678"],
    ["06 20 123 4567", "HU", "+36201234567"],
    ["8 912 345-67-89", "RU", "+79123456789"],
    ["1-202-555-0143", "US", "+12025550143"],
    ["0044 20 7946 0958", "DE", "+442079460958"],
    ["+44 20 7946 0958", "DE", "+442079460958"],
    ["+4915112345678", "US", "+4915112345678"],
    ["+4915112345678", undefined, "+4915112345678"],
    [null, undefined, null],
    [undefined, undefined, undefined]
  ])("%s of %s is stored as %s", ([phone, country, stored]) =>
    assert.strictEqual(outcome(phone, country ?? undefined), stored)
  )

  it.for([
    ["0151 1234 5678", undefined, "/candidate/phone format"],
    ["+49 151 12345678", undefined, "/candidate/phone format"],
    ["12", "DE", "/candidate/phone format"],
    ["+4915112345678901", "DE", "/candidate/phone format"],
    ["0151 1234 5678", "AQ", "/candidate/phone_country not_allowed"],
    [undefined, "DE", "/candidate/phone_country not_allowed"],
    [null, "DE", "/candidate/phone_country not_allowed"]
  ])("%s of %s is refused: %s", ([phone, country, fault]) =>
    assert.strictEqual(outcome(phone, country ?? undefined), fault)
  )
})
