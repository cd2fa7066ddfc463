/**
 * Organizations and jobs, and how lists are walked (spec 4.2, 4.4, 4.8, 8).
 *
 * Jobs may come as a plain array, as one sample shows: then there are no pages to walk, and the report states it.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectSuccess, list, membersOf, oneOf, seen, someText } from "../Expect.ts"
import { Broken } from "../Outcome.ts"
import { scenario } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"

/** The documented default and maximum of `limit`. */
const limitMax = 100

/** A walk ends here, at the latest: the rule is kept when pages go on and end, whatever their number. */
const pagesMax = 50

/** The number of organizations tried: enough to compare the list with the truth. */
const organizationsTried = 5

/** A page of long jobs may end before its limit from this size on, in characters: with one job more, it would exceed 1 MiB (decisions, Lists). */
const largeLengthMin = 131_072

const isLarge = ({ text }: Answer): boolean => text.length >= largeLengthMin

/** The identifiers of a page. */
const idsOf = (answer: Parameters<typeof itemsOf>[0]) => textsOf(itemsOf(answer), "id")

/** The first page of one job, when another follows. */
const firstOfMany = Effect.fnUntraced(function* ({ jobsPage, manyJobs }: Session) {
  const answer = yield* jobsPage
  const isLast = membersOf(answer.json)["next"] === null
  if (isLast && itemsOf(answer).length <= 1) return yield* manyJobs("the organization has fewer than two jobs")
  return answer
})

export const lists = [
  scenario(
    ["spec-4.2.header", "spec-5.a-organizations", "spec-5.a-developer-actions"],
    "the primary token in Authorization lists the organizations",
    function* ({ send, primary }) {
      const answer = yield* send("GET", "/v1/organizations", { token: yield* primary })
      yield* expectSuccess(answer)
      return `${answer.seen}, ${idsOf(answer).length} organizations`
    }
  ),

  scenario("spec-4.2.array", "the answer is an array", function* ({ organizationsAnswer }) {
    const answer = yield* organizationsAnswer
    const isArray = Array.isArray(answer.json)
    // Whether this list uses the envelope is not shown.
    if (!isArray) yield* expectMembers(answer, { content: list })
    return `${answer.seen}, ${isArray ? "an array" : "an envelope, which the specification leaves open"}`
  }),

  scenario("spec-4.2.accessible", "what is listed can be accessed", function* ({ organizations, scopedAnswer, mint }) {
    yield* scopedAnswer
    const ids = (yield* organizations).slice(0, organizationsTried)
    const answers = yield* Effect.forEach(ids, (id) => Effect.tap(mint(id), expectSuccess))
    return answers.map(({ seen }) => seen).join(", ")
  }),

  scenario("spec-4.4.header", "the scoped token in Authorization lists jobs", function* ({ call }) {
    const answer = yield* call("GET", "/v1/jobs?limit=1")
    yield* expectSuccess(answer)
    return answer.seen
  }),

  scenario("spec-4.4.envelope", "jobs come as a paginated list", function* ({ jobsAnswer }) {
    const answer = yield* jobsAnswer
    const isArray = Array.isArray(answer.json)
    if (!isArray) yield* expectMembers(answer, { content: list })
    const jobs = itemsOf(answer)
    yield* Effect.forEach(jobs, (job) => expectMembers(answer, { id: someText }, job, "a job"))
    return `${answer.seen}, ${isArray ? "a plain array, as one sample shows" : `content of ${jobs.length}`}`
  }),

  scenario(
    ["spec-4.4.limit-default", "spec-8.limit-default"],
    "without a limit, a page has 100 jobs",
    function* ({ call, jobsPage, manyJobs }) {
      yield* jobsPage
      const answer = yield* call("GET", "/v1/jobs")
      yield* expectSuccess(answer)
      const count = itemsOf(answer).length
      if (count < limitMax && membersOf(answer.json)["next"] === null) {
        return yield* manyJobs(`the organization has ${count} jobs, fewer than a page`)
      }
      yield* expect(count === limitMax || isLarge(answer), `${limitMax} jobs`, `${answer.seen}, ${count} jobs`)
      return `${answer.seen}, ${count} jobs`
    }
  ),

  scenario(
    ["spec-4.4.limit-maximum", "spec-8.limit-maximum"],
    "a page has at most 100 jobs",
    function* ({ call, jobsPage, manyJobs }) {
      yield* jobsPage
      yield* expectSuccess(yield* call("GET", `/v1/jobs?limit=${limitMax}`))
      const answer = yield* call("GET", `/v1/jobs?limit=${limitMax + 1}`)
      if (answer.status >= 400) return `${answer.seen}, refused`
      const count = itemsOf(answer).length
      if (count < limitMax) return yield* manyJobs(`the organization has ${count} jobs, fewer than a page`)
      yield* expect(count === limitMax, `at most ${limitMax} jobs, or an error`, `${answer.seen}, ${count} jobs`)
      return `${answer.seen}, ${count} jobs`
    }
  ),

  scenario("spec-4.4.cursor", "cursor gives the next set", function* (session) {
    const first = yield* firstOfMany(session)
    const cursor = (yield* session.addressOf(first)).searchParams.get("cursor")
    if (cursor === null) {
      return yield* new Broken({ expected: "a cursor in next", saw: `${first.seen}, ${first.show(first.json)}` })
    }
    const second = yield* session.call("GET", `/v1/jobs?limit=1&cursor=${encodeURIComponent(cursor)}`)
    yield* expectSuccess(second)
    const [one, other] = [idsOf(first)[0], idsOf(second)[0]]
    yield* expect(other !== undefined && one !== other, "another job than on the first page", seen(second))
    return `${second.seen}, job ${second.show(other)} after ${first.show(one)}`
  }),

  scenario("spec-4.8.limit", "a page has as many jobs as limit says", function* (session) {
    yield* firstOfMany(session)
    const answers = [yield* session.call("GET", "/v1/jobs?limit=1"), yield* session.call("GET", "/v1/jobs?limit=2")]
    for (const [index, answer] of answers.entries()) {
      yield* expectSuccess(answer)
      const count = itemsOf(answer).length
      yield* expect(count === index + 1, `${index + 1} jobs`, `${answer.seen}, ${count} jobs`)
    }
    return answers.map(({ seen: shown }, index) => `${shown}, ${index + 1} jobs`).join("; ")
  }),

  scenario("spec-4.8.next", "next leads to the following jobs", function* (session) {
    const first = yield* firstOfMany(session)
    const second = yield* session.call("GET", yield* session.addressOf(first))
    yield* expectSuccess(second)
    const [one, other] = [idsOf(first), idsOf(second)]
    const isNew = other.length > 0 && other.every((id) => !one.includes(id))
    yield* expect(isNew, "jobs that the first page does not have", seen(second))
    return `${second.seen}, job ${second.show(other[0])} after ${second.show(one[0])}`
  }),

  scenario("spec-4.8.end", "the last page says next: null", function* (session) {
    yield* firstOfMany(session)
    let answer = yield* session.call("GET", `/v1/jobs?limit=${limitMax}`)
    const ids: Array<string> = [...idsOf(answer)]
    let pages = 1
    while (membersOf(answer.json)["next"] !== null) {
      if (pages === pagesMax) {
        return yield* session.manyJobs(`the walk was given up after ${pagesMax} pages`)
      }
      answer = yield* session.call("GET", yield* session.addressOf(answer))
      yield* expectSuccess(answer)
      const fresh = idsOf(answer).filter((id) => !ids.includes(id))
      yield* expect(fresh.length === idsOf(answer).length, "no job twice", `${answer.seen}, jobs of an earlier page`)
      ids.push(...fresh)
      pages++
    }
    return `${pages} pages, ${ids.length} jobs, then next: null`
  }),

  scenario(["spec-4.8.count", "spec-2.list-count"], "count is the number of items of the answer", function* (session) {
    const answer = yield* session.jobsPage
    const found = yield* expectMembers(answer, { count: oneOf(itemsOf(answer).length) })
    return `${answer.seen}, count ${String(found["count"])} of ${itemsOf(answer).length} items`
  }),

  scenario("spec-9.prefix", "resources stand under /v1", function* ({ jobsAnswer, call }) {
    const { seen: shown } = yield* jobsAnswer
    const answer = yield* call("GET", "/jobs")
    yield* expect(answer.status >= 400, "nothing without the prefix", seen(answer))
    return `${shown}, ${answer.seen}`
  })
]
