/**
 * What `q` finds (decisions, Filters): words, what makes them alike, and their beginnings.
 */
import { assert, describe, it } from "@effect/vitest"
import { meetsAgencyFilter } from "../src/AgencyFilter.ts"
import { AgencyId, JobId, UserId } from "../src/Ids.ts"
import type { Job } from "../src/Job.ts"
import { meetsJobFilter } from "../src/JobFilter.ts"
import { meetsQuery, queryMax, SearchQuery, wordsOf } from "../src/Search.ts"
import { Timestamp } from "../src/Timestamp.ts"
import type { User } from "../src/User.ts"
import { meetsUserFilter } from "../src/UserFilter.ts"
import { faults } from "./support.ts"

describe("the words of a text", () => {
  it.each([
    ["Senior C++ engineer", ["senior", "c", "engineer"]],
    ["a_b.c-d'e\"f", ["a", "b", "c", "d", "e", "f"]],
    ["Go go GO", ["go"]],
    ["Ünïted naïve e\u0301te\u0301 ÅNGSTRÖM", ["united", "naive", "ete", "angstrom"]],
    ["Straße STRASSE", ["strasse"]],
    ["ΟΔΟΣ οδος", ["οδοσ"]],
    ["İstanbul ISTANBUL", ["istanbul"]],
    ["ﬁne Ⅳ ① ½", ["fine", "iv", "1", "2"]],
    ["ｺｰﾋｰ", ["コ", "ー", "ヒ"]],
    ["東京tower2", ["東", "京", "tower2"]],
    ["กข", ["ก", "ข"]],
    ["한국 한국어", ["한국".normalize("NFKD"), "한국어".normalize("NFKD")]],
    ["2026-01-31", ["2026", "01", "31"]],
    ["?! 🚀 — ", []],
    ["", []]
  ])("of %j", (text, words) => assert.deepStrictEqual(wordsOf([text]), words))

  it("are those of all texts, of which some may be absent", () =>
    assert.deepStrictEqual(wordsOf(["one two", undefined, "two three"]), ["one", "two", "three"]))

  it("are the same of text that has been folded", () => {
    const words = wordsOf(["Straße ΟΔΟΣ İstanbul ﬁne Ünïted ｺｰﾋｰ"])
    assert.deepStrictEqual(wordsOf([words.join(" ")]), words)
  })

  it("are cut where no query reaches", () => {
    assert.deepStrictEqual(wordsOf(["x".repeat(queryMax + 1)]), ["x".repeat(queryMax)])
    // Characters and not their halves.
    assert.deepStrictEqual(
      wordsOf(["𝔘𐐷".repeat(queryMax)]).map((word) => [...word].length),
      [queryMax]
    )
    assert.isTrue(meetsQuery("x".repeat(queryMax), ["x".repeat(queryMax + 50)]))
    assert.isFalse(meetsQuery("x".repeat(queryMax), ["x".repeat(queryMax - 1)]))
  })
})

describe("a query", () => {
  it.each([
    ["eng", true],
    ["ENGINEER sen", true],
    ["berlin senior e-7", true],
    ["ngineer", false],
    ["engineers", false],
    ["senior junior", false],
    ["", false],
    ["-", false]
  ])("%j of the words of a record", (query, isMet) =>
    assert.strictEqual(meetsQuery(query, ["Senior Engineer", "Berlin", undefined, "E-7"]), isMet)
  )

  it(`has 1 to ${queryMax} characters`, () => {
    assert.deepStrictEqual(faults(SearchQuery, ""), [" length"])
    assert.deepStrictEqual(faults(SearchQuery, "🚀".repeat(queryMax)), [])
    assert.deepStrictEqual(faults(SearchQuery, "x".repeat(queryMax + 1)), [" length"])
  })
})

describe("a list is searched", () => {
  const ever = Number.POSITIVE_INFINITY
  const at = Timestamp.make("2026-01-31T09:30:00.000Z")
  const job: Job = {
    id: JobId.make("job_identifier"),
    title: "Title",
    description: "Description",
    location: "Location",
    external_id: "external",
    status: "OPEN",
    employment_type: "FULL_TIME"
  }
  it.each(["title", "description", "location", "external"])("for a job by its %s", (q) =>
    assert.isTrue(meetsJobFilter({ q }, job, ever))
  )
  it.each(["identifier", "open", "full"])("for a job, but not by %s", (q) =>
    assert.isFalse(meetsJobFilter({ q }, job, ever))
  )

  const user: User = {
    id: UserId.make("usr_identifier"),
    created_at: at,
    updated_at: at,
    first_name: "Ada",
    last_name: "King",
    email: "a.lovelace@example.com"
  }
  it.each([
    ["king ada", true],
    ["LOVELACE", true],
    ["a.lovelace@example.com", true],
    ["identifier", false],
    ["active", false]
  ])("for a user by %s", (q, isMet) => assert.strictEqual(meetsUserFilter({ q }, user, ever), isMet))

  it("for an agency by its name, not by its people", () => {
    const recruiter = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
    const agency = { id: AgencyId.make("agy_a"), name: "Hirewell", optimizedFee: true, recruiters: [recruiter] }
    assert.isTrue(meetsAgencyFilter({ q: "hire" }, agency))
    assert.isFalse(meetsAgencyFilter({ q: "grace" }, agency))
    assert.isTrue(meetsAgencyFilter({}, agency))
  })
})
