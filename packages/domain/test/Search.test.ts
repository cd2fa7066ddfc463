/**
 * What `q` finds (decisions, Filters): words, what makes them alike, and their beginnings.
 */
import { assert, describe, it } from "@effect/vitest"
import { meetsAgencyFilter } from "../src/AgencyFilter.ts"
import { AgencyId, JobId, UserId } from "../src/Ids.ts"
import type { Job } from "../src/Job.ts"
import { meetsJobFilter } from "../src/JobFilter.ts"
import { recruitersOf } from "../src/Recruiter.ts"
import {
  meetsQuery,
  queryMax,
  queryWordsMax,
  recordWordsBytesMax,
  recordWordsMax,
  SearchQuery,
  wordsOf
} from "../src/Search.ts"
import { Timestamp } from "../src/Timestamp.ts"
import type { User } from "../src/User.ts"
import { meetsUserFilter } from "../src/UserFilter.ts"
import { faults, problemsIn } from "./support.ts"

/** As many different Han letters of the second plane: each is a word of 4 bytes. */
const han = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x2_00_00 + index)).join("")

/** The longest description, of characters of which folding makes 18 each. */
const ligatures = "\ufdfa ".repeat(10_000)

describe("the words of a text", () => {
  it.each([
    ["Senior C++ engineer", ["senior", "c", "engineer"]],
    ["a_b.c-d'e\"f", ["a", "b", "c", "d", "e", "f"]],
    ["Go go GO", ["go"]],
    ["Ünïted naïve e\u0301te\u0301 ÅNGSTRÖM", ["united", "naive", "ete", "angstrom"]],
    ["Straße STRASSE STRAẞE", ["strasse"]],
    ["Łukasz ŁUKASZ lukasz", ["lukasz"]],
    ["Ødegård Đặng Þór Œuvre Ægir", ["odegard", "dang", "thor", "oeuvre", "aegir"]],
    ["Ħal Qormi, Ŋgũgĩ, Ŧ, Guðrún, Diyarbakır", ["hal", "qormi", "ngugi", "t", "gudrun", "diyarbakir"]],
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
    const words = wordsOf(["Straße Łódź Þór ΟΔΟΣ İstanbul ﬁne Ünïted ｺｰﾋｰ"])
    assert.deepStrictEqual(wordsOf([words.join(" ")]), words)
  })

  it("are cut where no query reaches", () => {
    assert.deepStrictEqual(wordsOf(["x".repeat(queryMax + 1)]), ["x".repeat(queryMax)])
    // Characters and not their halves.
    assert.deepStrictEqual(
      wordsOf(["𝔘𐐷".repeat(queryMax)]).map((word) => [...word].length),
      [queryMax]
    )
    for (const [query, text] of [
      ["lodz", "Łódź"],
      ["STRASSE", "straße 1"],
      ["ode", "Øde"]
    ] as const)
      assert.isTrue(meetsQuery(query, [text]))
    assert.isFalse(meetsQuery("odz", ["Łódź"]))
    assert.isTrue(meetsQuery("x".repeat(queryMax), ["x".repeat(queryMax + 50)]))
    assert.isFalse(meetsQuery("x".repeat(queryMax), ["x".repeat(queryMax - 1)]))
  })
})

describe("the words of a record (decisions, Filters)", () => {
  const bytesOf = (words: ReadonlyArray<string>) => words.reduce((sum, one) => sum + Buffer.byteLength(one), 0)

  it("are its first 1,000", () => {
    assert.strictEqual(wordsOf([han(recordWordsMax)]).length, recordWordsMax)
    assert.deepStrictEqual(wordsOf([han(recordWordsMax), "more"]), [...han(recordWordsMax)])
    assert.include(wordsOf([han(recordWordsMax - 1), "more"]), "more")
    // A word that comes again is no further one.
    assert.strictEqual(wordsOf([`${han(recordWordsMax - 1)}${han(recordWordsMax)}`]).length, recordWordsMax)
  })

  it("have 12,000 bytes at most", () => {
    const long = Array.from({ length: 200 }, (_, index) => `${"x".repeat(95)}${1_000 + index}`)
    const words = wordsOf([long.join(" "), "more"])
    assert.deepStrictEqual(words, long.slice(0, Math.floor(recordWordsBytesMax / 99)))
    assert.isAtMost(bytesOf(words), recordWordsBytesMax)
  })

  it("are of text that folding makes no longer than 25,000 characters", () => {
    assert.strictEqual(wordsOf([ligatures, "more"]).length, 4)
    assert.include(wordsOf([ligatures.slice(0, 2_000), "more"]), "more")
  })

  it("are whole wherever a piece of the text ends", () => {
    const text = "naïve e\u0301te\u0301 ½ ΟΔΟΣ 東京tower2 𝔘𐐷 한국어 ﷺ ｺｰﾋｰ plain"
    const words = wordsOf([text])
    for (let shift = 0; shift <= 256; shift++) assert.deepStrictEqual(wordsOf([" ".repeat(shift) + text]), words)
    assert.deepStrictEqual(wordsOf([`${"x".repeat(255)}y z`]), ["x".repeat(queryMax), "z"])
  })

  it("begin with title, location and external id of a job", () => {
    const job: Job = { id: JobId.make("a"), title: "Title", description: han(recordWordsMax), external_id: "E-7" }
    assert.isTrue(meetsJobFilter({ q: "title e 7" }, job, Number.POSITIVE_INFINITY))
    assert.isFalse(
      meetsJobFilter({ q: [...han(recordWordsMax)].at(-1) ?? "" }, job, Number.POSITIVE_INFINITY),
      "what lies beyond is not found"
    )
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

  it("has at most 10 different words (decisions, Filters)", () => {
    assert.deepStrictEqual(faults(SearchQuery, "a b c d e f g h i j"), [])
    assert.deepStrictEqual(faults(SearchQuery, "a b c d e f g h i j A"), [])
    assert.deepStrictEqual(faults(SearchQuery, han(queryWordsMax)), [])
    for (const text of ["a b c d e f g h i j k", "1-2-3-4-5-6-7-8-9-10-11", han(queryWordsMax + 1)]) {
      const [problem, ...others] = problemsIn(SearchQuery, text)
      assert.strictEqual(problem?.code, "length")
      assert.match(problem?.message ?? "", /at most 10 different words.+leave words out/)
      assert.deepStrictEqual(others, [])
    }
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
    const id = AgencyId.make("agy_a")
    const recruiters = recruitersOf(id, [recruiter])
    const agency = { id, name: "Hirewell", status: "ACTIVE", optimizedFee: true, recruiters } as const
    assert.isTrue(meetsAgencyFilter({ q: "hire" }, agency))
    assert.isFalse(meetsAgencyFilter({ q: "grace" }, agency))
    assert.isTrue(meetsAgencyFilter({}, agency))
  })
})
