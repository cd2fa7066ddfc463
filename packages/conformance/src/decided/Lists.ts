/**
 * Decisions, Lists: order, pages and cursors.
 */
import * as Effect from "effect/Effect"
import {
  expect,
  expectMembers,
  expectSuccess,
  headerOf,
  integer,
  list,
  membersOf,
  oneOf,
  seen,
  that
} from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal, refuses } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { idsOf, walk } from "../Walk.ts"

const isAscending = (ids: ReadonlyArray<string>): boolean =>
  ids.every((id, index) => index === 0 || String(ids[index - 1]) < id)

/** The first page of one job, when another follows, and its cursor. */
const firstPage = Effect.fnUntraced(function* (session: Session) {
  const answer = yield* session.jobsPage
  if (membersOf(answer.json)["next"] === null) {
    return yield* session.manyJobs("the organization has fewer than two jobs")
  }
  const url = yield* session.addressOf(answer)
  return { answer, url, cursor: url.searchParams.get("cursor") ?? "" }
})

const jobsAt = (cursor: string) => `/v1/jobs?cursor=${encodeURIComponent(cursor)}`

/** A character that differs from this one, of the same alphabet. */
const other = (character: string | undefined): string => (character === "A" ? "B" : "A")

/** Copies of a cursor with one character changed, from its beginning to its end, and one that is cut. */
const tampered = (cursor: string): ReadonlyArray<string> => {
  const places = [0, 1, cursor.length >> 2, cursor.length >> 1, cursor.length - 10, cursor.length - 2]
  const within = places.filter((at) => at >= 0 && at < cursor.length)
  return [...within.map((at) => cursor.slice(0, at) + other(cursor[at]) + cursor.slice(at + 1)), cursor.slice(0, -1)]
}

/** The lists of this server that come in the envelope. */
const envelopes = Effect.fnUntraced(function* ({ has, call, send, scoped }: Session) {
  const answers = [yield* call("GET", "/v1/jobs?limit=1")]
  if (yield* has("users.read")) answers.push(yield* call("GET", "/v1/users?limit=1"))
  if (yield* has("agencies.read")) answers.push(yield* call("GET", "/v1/agencies?limit=1"))
  if (yield* has("audit")) {
    const audit = yield* send("GET", "/v1/audit_log?limit=1", { token: yield* scoped })
    // Who may not read it can still judge the others.
    if (audit.status !== 403) answers.push(audit)
  }
  return answers
})

export const lists = [
  scenario("dec-lists.organizations-array", "organizations are a plain array", function* ({ organizationsAnswer }) {
    const answer = yield* organizationsAnswer
    yield* expect(Array.isArray(answer.json), "an array", seen(answer))
    return `${answer.seen}, an array`
  }),

  scenario(
    "dec-lists.organizations-order",
    "organizations are ordered by id",
    function* ({ organizationsAnswer, otherOrganization }) {
      yield* otherOrganization
      const answer = yield* organizationsAnswer
      yield* expect(isAscending(idsOf(answer)), "ids that ascend", `${answer.seen}, ${answer.show(idsOf(answer))}`)
      return `${answer.seen}, ${idsOf(answer).length} in order`
    }
  ),

  scenario("dec-lists.envelope", "every other list has content, next and count alone", function* (session) {
    const answers = yield* envelopes(session)
    for (const answer of answers) {
      const next = that("a URL or null", (value) => value === null || URL.canParse(String(value)))
      const members = yield* expectMembers(answer, { content: list, next, count: integer })
      yield* expect(
        Object.keys(members).length === 3,
        "no other member",
        `${answer.seen}, ${Object.keys(members).join(", ")}`
      )
    }
    return answers.map(({ seen }) => seen).join(", ")
  }),

  scenario("dec-lists.link", "Link says what next says", function* (session) {
    const { answer } = yield* firstPage(session)
    const next = String(membersOf(answer.json)["next"])
    const link = headerOf(answer, "link")
    yield* expect(
      link === `<${next}>; rel="next"`,
      `Link: <next>; rel="next"`,
      `${answer.seen}, Link: ${answer.show(link)}`
    )
    const last = yield* session.call("GET", "/v1/jobs?limit=100")
    const isLast = membersOf(last.json)["next"] === null
    yield* expect(!isLast || headerOf(last, "link") === "", "no Link on the last page", last.seen)
    return `${answer.seen}, Link: ${answer.show(link)}`
  }),

  scenario("dec-lists.limit-default", "limit is 1 to 100, and 100 by default", function* ({ call, manyJobs }) {
    for (const limit of [1, 100]) yield* expectSuccess(yield* call("GET", `/v1/jobs?limit=${limit}`))
    const answer = yield* call("GET", "/v1/jobs")
    const count = itemsOf(answer).length
    if (count < 100 && membersOf(answer.json)["next"] === null)
      return yield* manyJobs(`the organization has ${count} jobs`)
    yield* expectMembers(answer, { count: oneOf(100) })
    return `${answer.seen}, count 100`
  }),

  refuses("dec-lists.limit-range", "any other limit is refused", "422 unprocessable_entity", ({ call }) =>
    Effect.forEach(["0", "101", "-1", "1.5", "ten", ""], (limit) => call("GET", `/v1/jobs?limit=${limit}`))
  ),

  scenario("dec-lists.order", "jobs are ordered by id", function* (session) {
    const { url } = yield* firstPage(session)
    const ids = [...idsOf(yield* session.jobsPage), ...idsOf(yield* session.call("GET", url))]
    const answer = yield* session.call("GET", "/v1/jobs")
    yield* expect(isAscending(ids) && isAscending(idsOf(answer)), "ids that ascend", answer.show(idsOf(answer)))
    return `${answer.seen}, ${idsOf(answer).length} in order`
  }),

  scenario("dec-lists.full-last-page", "a full last page says next: null", function* ({ call, needs }) {
    yield* needs("agencies.read")
    const all = yield* call("GET", "/v1/agencies")
    const count = itemsOf(all).length
    if (count === 0 || membersOf(all.json)["next"] !== null) {
      return yield* new NotRun({
        reason: `a page has ${count} agencies`,
        remedy: "use an organization with 1 to 99 agencies"
      })
    }
    const answer = yield* call("GET", `/v1/agencies?limit=${count}`)
    yield* expectMembers(answer, { next: oneOf(null), count: oneOf(count) })
    return `${answer.seen}, count ${count}, next null`
  }),

  writing("dec-lists.exactly-once", "what is there all the while is seen once, whatever is added", function* (session) {
    yield* session.needs("users.read")
    for (let added = 0; added < 3; added++) yield* session.addUserSound(session.newUser())
    const before = textsOf(yield* walk(session, "/v1/users?limit=100"), "id")
    const limit = Math.min(Math.max(1, Math.floor(before.length / 3)), 100)
    const adding = Effect.suspend(() => session.addUser(session.newUser()))
    const during = textsOf(yield* walk(session, `/v1/users?limit=${limit}`, adding), "id")
    const wrong = before.find((id) => during.filter((found) => found === id).length !== 1)
    yield* expect(wrong === undefined, "every user once", `user ${wrong ?? ""} not once`)
    return `${before.length} users once each, ${during.length - before.length} new ones beside them`
  }),

  refuses(
    ["dec-lists.cursor-tampered", "dec-lists.cursor-authenticated", "dec-errors.invalid-cursor"],
    "a changed cursor is refused",
    "400 invalid_cursor",
    (session) =>
      Effect.flatMap(firstPage(session), ({ cursor }) =>
        Effect.forEach([...tampered(cursor), "conformance"], (text) => session.call("GET", jobsAt(text)))
      )
  ),

  scenario("dec-lists.cursor-foreign", "a cursor of another list or organization is refused", function* (session) {
    const { cursor } = yield* firstPage(session)
    const token = yield* session.otherScoped
    const summary = [yield* expectRefusal(yield* session.send("GET", jobsAt(cursor), { token }), "400 invalid_cursor")]
    if (yield* session.has("users.read")) {
      const users = yield* session.call("GET", jobsAt(cursor).replace("jobs", "users"))
      summary.push(yield* expectRefusal(users, "400 invalid_cursor"))
    }
    return summary.join(", ")
  }),

  scenario("dec-lists.cursor-carries", "a cursor carries its limit", function* (session) {
    const { url } = yield* firstPage(session)
    const answer = yield* session.call("GET", url)
    yield* expectMembers(answer, { count: oneOf(1) })
    return `${answer.seen}, count 1 as on the page before`
  }),

  scenario("dec-lists.cursor-limit", "a limit beside a cursor counts", function* (session) {
    const { cursor } = yield* firstPage(session)
    const two = yield* session.call("GET", "/v1/jobs?limit=3")
    if (itemsOf(two).length < 3) return yield* session.manyJobs("the organization has fewer than three jobs")
    const answer = yield* session.call("GET", `${jobsAt(cursor)}&limit=2`)
    yield* expectMembers(answer, { count: oneOf(2) })
    return `${answer.seen}, count 2`
  }),

  scenario("dec-lists.next-public-url", "next is the address of the list with a cursor alone", function* (session) {
    const { answer, url } = yield* firstPage(session)
    const names = [...url.searchParams.keys()].join()
    yield* expect(
      url.pathname.endsWith("/v1/jobs") && names === "cursor",
      "…/v1/jobs?cursor=…",
      `${answer.seen}, ${answer.show(url.href)}`
    )
    return answer.show(url.href)
  }),

  scenario("dec-lists.next-not-host", "next does not follow the Host header", function* (session) {
    yield* firstPage(session)
    const answer = yield* session.call("GET", "/v1/jobs?limit=1", { headers: { host: "conformance.example" } })
    if (answer.status !== 200) {
      return yield* new NotRun({
        reason: `${answer.seen} for another Host`,
        remedy: "address the server itself, not a proxy"
      })
    }
    const next = String(membersOf(answer.json)["next"])
    yield* expect(!next.includes("conformance.example"), "the public address", `next ${answer.show(next)}`)
    return `${answer.seen}, next ${answer.show(next)}`
  })
]
