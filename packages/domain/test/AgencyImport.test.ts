/**
 * Agencies that another system hands over: what a line may have, and what it makes of the agency that is there (docs, import).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { Agency } from "../src/Agency.ts"
import { agencyNameMax } from "../src/Agency.ts"
import { type AgencyLine, agencyOfLine, decodeAgencyLine } from "../src/AgencyImport.ts"
import { AgencyId } from "../src/Ids.ts"
import { recruitersMax, recruitersOf } from "../src/Recruiter.ts"

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
  const made = { id, recruiters: "rec_new" }
  const stored: Agency = {
    id,
    name: "Hirewell",
    external_id: "A-1",
    status: "INACTIVE",
    optimizedFee: false,
    recruiters: recruitersOf(id, [robin])
  }
  const [kept] = stored.recruiters
  const after = (line: object, before: Agency | undefined = stored) => agencyOfLine(decoded(line), before, made)

  it("that is new is active and has the initial fee (decisions, Fees)", () =>
    assert.deepStrictEqual(Result.getOrThrow(agencyOfLine(decoded(required), undefined, made)), {
      id,
      name: "Hirewell",
      external_id: "A-1",
      status: "ACTIVE",
      optimizedFee: true,
      recruiters: []
    }))

  it("is the very same when the line says nothing new (import)", () =>
    assert.strictEqual(Result.getOrThrow(after({ ...required, recruiters: [robin] })), stored))

  it.for<[what: string, line: object, expected: object]>([
    ["name", { ...required, name: "Hiregood", recruiters: [robin] }, { name: "Hiregood" }],
    ["status", { ...required, status: "ACTIVE", recruiters: [robin] }, { status: "ACTIVE" }],
    [
      "recruiters, by their emails",
      { ...required, recruiters: [{ ...robin, last_name: "Roe", email: "ROBIN@example.com" }] },
      { recruiters: [{ ...kept, last_name: "Roe", email: "ROBIN@example.com" }] }
    ],
    ["recruiters left out", required, { recruiters: [] }]
  ])("takes on its new %s and keeps the rest (import)", ([, line, expected]) =>
    assert.deepStrictEqual(Result.getOrThrow(after(line)), { ...stored, ...expected })
  )

  it.for<[what: string, recruiters: ReadonlyArray<object>, problem: string]>([
    ["an email twice", [robin, { ...robin, email: "Robin@example.com" }], "/recruiters/1/email duplicate"],
    ["an id of no recruiter", [{ ...robin, id: "rec_none" }], "/recruiters/0/id unknown"]
  ])("is none with %s (recruiting 2)", ([, recruiters, problem]) =>
    assert.deepStrictEqual(
      Result.match(after({ ...required, recruiters }), {
        onFailure: (problems) => problems.map(({ code, path }) => `${path} ${code}`),
        onSuccess: () => []
      }),
      [problem]
    )
  )
})
