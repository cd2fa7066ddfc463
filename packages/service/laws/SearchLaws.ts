/**
 * What a search finds alike on every engine: the records that the rule of the domain lets through, for whatever is asked.
 */
import { assert } from "@effect/vitest"
import { initialFees } from "@partner-api/domain/AgencyFees"
import { type AgencyFilter, meetsAgencyFilter } from "@partner-api/domain/AgencyFilter"
import { AgencyId, JobId, UserId } from "@partner-api/domain/Ids"
import { isSeenByAll, type Job } from "@partner-api/domain/Job"
import { type JobFilter, meetsJobFilter } from "@partner-api/domain/JobFilter"
import { queryMax, recordWordsMax } from "@partner-api/domain/Search"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import type { User } from "@partner-api/domain/User"
import { meetsUserFilter } from "@partner-api/domain/UserFilter"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { anAgency, at, type Law, one, onOne, two } from "./Furnished.ts"
import { walk } from "./Walk.ts"

/** Text that engines could take for something else: accents, case, scripts without spaces, quotes, operators, wildcards. */
const pieces = [
  ..."Engineer ENGINEERING Ingénieur ingenieur engine Straße STRASSE ΟΔΟΣ οδοσα İstanbul ıtalya ﬁnance ½ Ⅳ ﷺ".split(
    " "
  ),
  ..."東京 東京都 コーヒー ｺｰﾋｰ がか กรุงเทพ 한국어 한 🚀rocket e\u0301te\u0301 naïve Ünïted".split(" "),
  ..."C++ C# O'Brien \"quoted\" AND OR NOT NEAR(a a:b* words:x 50% under_score - + ^ * (p) back\\slash '' ; & | ! <-> tab\tx".split(
    " "
  ),
  ..."org_two org_one jobs 2026-01-31 E-1 1st 007 ada.king@example.com x-y-z rare".split(" "),
  "x".repeat(120),
  "é".repeat(110)
]

const below = (limit: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limit - 1 })))
const piece = Arbitrary.map(below(pieces.length), (index) => pieces[index] ?? "")

const spellings: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize("NFD"),
  (text) => [...text].slice(0, 2).join(""),
  (text) => [...text].slice(0, 5).join(""),
  (text) => [...text].slice(1).join(""),
  (text) => `"${text}"`,
  (text) => `${text}*`
]
const spelled = Arbitrary.map(Arbitrary.all([piece, below(spellings.length)]), ([text, index]) =>
  (spellings[index] ?? String)(text)
)

const query = Arbitrary.map(
  Arbitrary.all([Arbitrary.array(spelled, { minLength: 1, maxLength: 3 }), below(4)]),
  ([parts, index]) => [...parts.join([" ", " ", "", " AND "][index])].slice(0, queryMax).join("") || "x"
)

const text = Arbitrary.map(Arbitrary.array(piece, { minLength: 1, maxLength: 6 }), (parts) => parts.join(" "))

/** More than tell whether many meet a search, so that its index leads at the beginning of a list and not at its end. */
const jobsCount = 260

const jobOf = (
  texts: { readonly title: string; readonly description: string; readonly place: number },
  index: number
): Job => ({
  id: JobId.make(`job_${String(index).padStart(3, "0")}`),
  // A word that all have, and one that a few have.
  title: `Everywhere ${texts.title}${index % 40 === 0 ? " seldom" : ""}`,
  description: texts.description,
  status: index % 3 === 0 ? "DRAFT" : "OPEN",
  ...(texts.place === 0 ? { location: texts.title, external_id: `E-${index}` } : {})
})

const someJobs = Effect.map(
  Arbitrary.sampleEffect(Arbitrary.all({ title: text, description: text, place: below(3) }), {
    count: jobsCount,
    seed: 1
  }),
  (texts) => texts.map(jobOf)
)

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)
const longAgo = timestampFromMillis(0)
const ever = Number.POSITIVE_INFINITY

/** As many generated queries find what the rule says, in jobs of one organization beside those of another. */
export const generatedQueries = (count: number): Law =>
  onOne(
    `${count} generated queries find the jobs that the rule of the domain finds`,
    Effect.gen(function* () {
      const jobs = yield* someJobs
      yield* (yield* JobStore).saveAll(one, jobs)
      yield* (yield* JobStore).saveAll(two, jobs.slice(0, 30))
      const pages = yield* JobPages
      const queries = yield* Arbitrary.sampleEffect(query, { count, seed: 2 })
      let found = 0
      for (const q of ["everywhere", "seldom", "EVERYWHERE seldom", "?!", ...queries]) {
        const expected = idsOf(jobs.filter((job) => meetsJobFilter({ q }, job, ever)))
        const ids = yield* walk(100, (request) => pages.filtered(one, { q }, undefined, request))
        assert.deepStrictEqual(ids, expected, JSON.stringify(q))
        found += expected.length > 0 ? 1 : 0
      }
      // Most queries find something, and some find nothing.
      assert.isAbove(found, count / 2)
      assert.isBelow(found, count)
    })
  )

const users = ["Ada King", "Grace Hopper", "Renée O'Connor", "Мария Кюри"].map((name, index): User => {
  const [first_name = "", last_name = ""] = name.split(" ")
  const email = `person.${index}@example.com`
  return {
    id: UserId.make(`usr_${index}`),
    created_at: at,
    updated_at: at,
    first_name,
    last_name,
    email,
    status: "ACTIVE"
  }
})

/** Jobs of the most words that a record is found by: of all of them, a word has more than a page looks at. */
const longJobs = Array.from({ length: 40 }, (_, number): Job => {
  const words = Array.from({ length: recordWordsMax }, (_, index) => `x${((index * 7 + number) % 1_000) + 1_000}`)
  return {
    id: JobId.make(`job_${number + 100}`),
    title: "Long",
    description: `${words.join(" ")} beyond`,
    status: number % 10 === 9 ? "DRAFT" : "OPEN"
  }
})

export const searchLaws: ReadonlyArray<Law> = [
  generatedQueries(40),
  onOne(
    "a search of an organization without records finds nothing",
    Effect.gen(function* () {
      const [jobs, userStore, agencies] = [yield* JobPages, yield* UserStore, yield* AgencyStore]
      const request = { after: undefined, limit: 10 }
      const nothing = { rows: [], lookedTo: undefined }
      assert.deepStrictEqual(yield* jobs.filtered(one, { q: "any" }, undefined, request), nothing)
      assert.deepStrictEqual(yield* userStore.page(one, { q: "any" }, request), nothing)
      assert.deepStrictEqual(yield* agencies.page(one, { q: "any" }, request), nothing)
      const since = { q: "any one", updated_since: longAgo }
      assert.deepStrictEqual(yield* jobs.filtered(one, since, undefined, request), nothing)
    })
  ),
  onOne(
    "records of many words are found in pages that end early, by the words that count",
    Effect.gen(function* () {
      yield* (yield* JobStore).saveAll(one, longJobs)
      const pages = yield* JobPages
      const some = "x1000 x1007 x1014 x1021 x1028 x1035 x1042 x1049 x1056 long"
      for (const q of ["x", "x1 x2 long", some, "beyond", "x1999"]) {
        for (const more of [{}, { status: ["DRAFT" as const] }, { updated_since: longAgo }]) {
          const filter: JobFilter = { q, ...more }
          const expected = idsOf(longJobs.filter((job) => meetsJobFilter(filter, job, ever)))
          const found = yield* walk(100, (request) => pages.filtered(one, filter, undefined, request))
          assert.sameMembers(found, expected, JSON.stringify(filter))
        }
      }
    })
  ),
  onOne(
    "a search and other filters are both met, and agencies find no drafts",
    Effect.gen(function* () {
      const jobs = yield* someJobs
      yield* (yield* JobStore).saveAll(one, jobs)
      const pages = yield* JobPages
      const filters: ReadonlyArray<JobFilter> = [
        { q: "everywhere", status: ["OPEN"] },
        { q: "seldom", status: ["DRAFT"] },
        { q: "seldom", status: ["DRAFT", "OPEN"] },
        { q: "seldom", updated_since: longAgo },
        { q: "every", external_id: jobs.find(({ external_id }) => external_id !== undefined)?.external_id ?? "" },
        { q: "no such word", updated_since: longAgo }
      ]
      for (const filter of filters) {
        for (const viewer of [undefined, anAgency]) {
          const found = yield* walk(7, (request) => pages.filtered(one, filter, viewer, request))
          assert.sameMembers(
            found,
            idsOf(
              jobs.filter((job) => meetsJobFilter(filter, job, ever) && (viewer === undefined || isSeenByAll(job)))
            ),
            JSON.stringify(filter)
          )
        }
      }
    })
  ),
  onOne(
    "users are found by their names and email as they are now, and not after they were removed",
    Effect.gen(function* () {
      const store = yield* UserStore
      const [first, ...others] = users
      assert.isDefined(first)
      yield* store.insert(one, first)
      yield* store.insertAll(one, others)
      const found = (q: string) => walk(2, (request) => store.page(one, { q }, request))
      for (const q of ["ada", "RENEE", "connor o", "example.com", "person.1@", "мар", "king ada", "da"]) {
        assert.deepStrictEqual(yield* found(q), idsOf(users.filter((user) => meetsUserFilter({ q }, user, ever))), q)
      }
      yield* store.save(one, { ...first, last_name: "Lovelace" })
      assert.deepStrictEqual(yield* found("king"), [])
      assert.deepStrictEqual(yield* found("lovelace"), [first.id])
      yield* store.remove(one, first.id)
      assert.deepStrictEqual(yield* found("lovelace"), [])
      assert.deepStrictEqual(yield* found("ada"), [])
    })
  ),
  onOne(
    "agencies are found by their names as they are now, and jobs by what a later write left of them",
    Effect.gen(function* () {
      const [store, jobs, pages] = [yield* AgencyStore, yield* JobStore, yield* JobPages]
      const agency = {
        id: AgencyId.make("agy_a"),
        name: "Hirewell Zürich",
        status: "ACTIVE",
        optimizedFee: true,
        recruiters: []
      } as const
      yield* store.insert(one, agency, initialFees)
      yield* store.insert(one, { ...agency, name: "Ignored" }, initialFees)
      yield* store.saveAll(one, [{ ...agency, id: AgencyId.make("agy_b"), name: "Talent & Co" }])
      const found = (filter: AgencyFilter) => walk(1, (request) => store.page(one, filter, request))
      assert.deepStrictEqual(yield* found({ q: "zurich hire" }), ["agy_a"])
      assert.deepStrictEqual(yield* found({ q: "ignored" }), [])
      assert.deepStrictEqual(yield* found({ q: "co" }), ["agy_b"])
      assert.deepStrictEqual(yield* found({}), ["agy_a", "agy_b"])
      assert.isFalse(meetsAgencyFilter({ q: "hirewell talent" }, agency))
      yield* store.saveAll(one, [{ ...agency, name: "Renamed" }])
      assert.deepStrictEqual(yield* found({ q: "zurich" }), [])
      assert.deepStrictEqual(yield* found({ q: "renamed" }), ["agy_a"])

      const job: Job = { id: JobId.make("job_a"), title: "First", description: "D" }
      yield* jobs.insert(one, job)
      yield* jobs.insert(one, { ...job, title: "Ignored" })
      yield* jobs.saveAll(one, [{ ...job, title: "Second" }])
      const foundJobs = (q: string) => walk(1, (request) => pages.filtered(one, { q }, undefined, request))
      assert.deepStrictEqual(yield* foundJobs("first"), [])
      assert.deepStrictEqual(yield* foundJobs("ignored"), [])
      assert.deepStrictEqual(yield* foundJobs("second"), ["job_a"])
    })
  )
]
