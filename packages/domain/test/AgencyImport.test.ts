/**
 * Agencies that another system hands over: what a line may say, and what it makes of the agency that is there (docs, import).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { Agency } from "../src/Agency.ts"
import {
  type AgencyLine,
  agencyNameMax,
  changedAgencyOf,
  decodeAgencyLine,
  newAgencyOf,
  recruitersMax
} from "../src/AgencyImport.ts"
import { AgencyId } from "../src/Ids.ts"

const id = AgencyId.make("agy_1")
const robin = { first_name: "Robin", last_name: "Doe", email: "robin@example.com" }
const required = { external_id: "A-1", name: "Hirewell" }

const faults = (line: unknown): ReadonlyArray<string> =>
  Result.match(decodeAgencyLine(line), {
    onFailure: (problems) => problems.map(({ path, code }) => `${path} ${code}`),
    onSuccess: () => []
  })
const decoded = (line: unknown): AgencyLine => Result.getOrThrow(decodeAgencyLine(line))

describe("a line of a file of agencies", () => {
  it.for<[what: string, line: unknown, faults: ReadonlyArray<string>]>([
    ["nothing in it", {}, ["/external_id required", "/name required"]],
    ["fees, which are agreed here", { ...required, optimizedFee: true }, ["/optimizedFee unknown"]],
    ["a name that is too long", { ...required, name: "x".repeat(agencyNameMax + 1) }, ["/name length"]],
    ["recruiters in text", { ...required, recruiters: "Robin" }, ["/recruiters type"]],
    [
      "a recruiter who cannot be written to",
      { ...required, recruiters: [robin, { ...robin, email: "robin" }] },
      ["/recruiters/1/email format"]
    ],
    [
      "a recruiter without a name",
      { ...required, recruiters: [{ ...robin, first_name: " " }] },
      ["/recruiters/0/first_name length"]
    ],
    [
      "more recruiters than an agency has",
      { ...required, recruiters: Array.from({ length: recruitersMax + 1 }, () => robin) },
      ["/recruiters length"]
    ]
  ])("is refused with %s (import)", ([, line, expected]) => assert.deepStrictEqual(faults(line), expected))

  it("may leave the recruiters out (import)", () => assert.deepStrictEqual(faults(required), []))
})

describe("an agency after a line", () => {
  const stored: Agency = { id, name: "Hirewell", optimizedFee: false, recruiters: [robin] }

  it("that is new has the initial fee (decisions, Fees)", () =>
    assert.deepStrictEqual(newAgencyOf(decoded(required), id), {
      id,
      name: "Hirewell",
      optimizedFee: true,
      recruiters: []
    }))

  it("is the very same when the line says nothing new (import)", () =>
    assert.strictEqual(changedAgencyOf(decoded({ ...required, recruiters: [robin] }), stored), stored))

  it.for<[what: string, line: object, expected: object]>([
    ["name", { ...required, name: "Hiregood", recruiters: [robin] }, { ...stored, name: "Hiregood" }],
    [
      "recruiters",
      { ...required, recruiters: [{ ...robin, last_name: "Roe" }] },
      { ...stored, recruiters: [{ ...robin, last_name: "Roe" }] }
    ],
    ["recruiters left out", required, { ...stored, recruiters: [] }]
  ])("takes on its new %s and keeps its fee (import)", ([, line, expected]) =>
    assert.deepStrictEqual(changedAgencyOf(decoded(line), stored), expected)
  )
})
