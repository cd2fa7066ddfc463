/**
 * Recruiters of an agency: who stays when a list replaces another one, and with which id (recruiting, Agencies, recruiters, invitations).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { normalizeEmail } from "../src/Email.ts"
import { AgencyId } from "../src/Ids.ts"
import {
  lacksRecruiter,
  type NewRecruiter,
  type Recruiter,
  RecruiterId,
  recruitersMax,
  recruitersOf,
  replaceRecruiters
} from "../src/Recruiter.ts"

const agencyId = AgencyId.make("agy_hirewell")
const person = (email: string) => ({ first_name: "Robin", last_name: "Doe", email })
const stored = recruitersOf(agencyId, ["a@example.com", "b@example.com", "c@example.com"].map(person))
const [a, b, c] = stored.map(({ id }) => id)
const replaced = (given: ReadonlyArray<NewRecruiter>, before = stored) => replaceRecruiters(before, given, "rec_new")
const idsOf = (given: ReadonlyArray<NewRecruiter>) => Result.getOrThrow(replaced(given)).map(({ id }) => id)

describe("a recruiter that is stored without an id (recruiting 2)", () => {
  it("has one by its agency and its place, and is active", () =>
    assert.deepStrictEqual(
      stored.map(({ id, status }) => [id, status]),
      [
        ["rec_hirewell_1", "ACTIVE"],
        ["rec_hirewell_2", "ACTIVE"],
        ["rec_hirewell_3", "ACTIVE"]
      ]
    ))

  it("has a valid one in every agency", () => {
    const list = Array.from({ length: recruitersMax }, (_, index) => person(`${index}@example.com`))
    const ids = recruitersOf(AgencyId.make("x".repeat(64)), list).map(({ id }) => id)
    assert.isTrue(ids.every(Schema.is(RecruiterId)))
    assert.strictEqual(new Set(ids).size, recruitersMax)
  })
})

describe("a list of recruiters that replaces another one (recruiting 2)", () => {
  it.for<[what: string, given: ReadonlyArray<NewRecruiter>, ids: ReadonlyArray<string | undefined>]>([
    ["its id, under another email", [{ id: RecruiterId.make("rec_hirewell_2"), ...person("z@example.com") }], [b]],
    ["its email, in whatever case", [person("C@Example.com"), person("a@example.com")], [c, a]],
    ["neither: it is new", [person("a@example.com"), person("z@example.com")], [a, "rec_new_2"]],
    [
      "an email whose recruiter another one of the list is by id: it is new",
      [{ id: RecruiterId.make("rec_hirewell_1"), ...person("z@example.com") }, person("a@example.com")],
      [a, "rec_new_2"]
    ]
  ])("keeps who has %s", ([, given, ids]) => assert.deepStrictEqual<ReadonlyArray<unknown>>(idsOf(given), ids))

  it("keeps the status of who stays, unless it says another, and takes the phone as it is given", () => {
    const inactive = stored.map((one): Recruiter => ({ ...one, status: "INACTIVE", phone: "+4915112345678" }))
    const given = [person("a@example.com"), { ...person("b@example.com"), status: "ACTIVE" } as const]
    assert.deepStrictEqual(
      Result.getOrThrow(replaced(given, inactive)).map(({ phone, status }) => [status, phone]),
      [
        ["INACTIVE", undefined],
        ["ACTIVE", undefined]
      ]
    )
  })

  it("is refused where it repeats an id or an email, or names a recruiter of nobody, at each place", () => {
    const given = [
      { id: RecruiterId.make("rec_hirewell_1"), ...person("a@example.com") },
      { id: RecruiterId.make("rec_hirewell_1"), ...person("A@example.com") },
      { id: RecruiterId.make("rec_other_1"), ...person("x@example.com") }
    ]
    assert.deepStrictEqual(
      Result.match(replaced(given), {
        onFailure: (problems) => problems.map(({ code, path }) => `${path} ${code}`),
        onSuccess: () => []
      }),
      ["/recruiters/1/id duplicate", "/recruiters/1/email duplicate", "/recruiters/2/id unknown"]
    )
  })

  const someEmails = Arbitrary.array(Arbitrary.schema(Schema.Literals(["a", "b", "c", "d", "e"])), { maxLength: 5 })

  it.prop("has each id once, and lacks a recruiter exactly where an email is gone", [someEmails], ([names]) => {
    const given = [...new Set(names)].map((name) => person(`${name}@example.com`))
    const next = Result.getOrThrow(replaced(given))
    assert.strictEqual(new Set(next.map(({ id }) => id)).size, next.length)
    const emails = new Set(next.map(({ email }) => normalizeEmail(email)))
    assert.strictEqual(
      lacksRecruiter(stored, next),
      stored.some(({ email }) => !emails.has(email))
    )
  })
})
