/**
 * Recruiting rules 8: what is agreed with an agency beside its fees, the terms of an application, and what a hire needs; and recruiting rule 12 by a member of a hire that is deprecated. A hire itself is not made. The agency
 * that is left behind is INACTIVE; what is submitted is withdrawn again.
 */
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  headerOf,
  matching,
  membersOf,
  object,
  oneOf,
  seen,
  someText
} from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { act, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

/** So long, at least, what is deprecated works: 365 days. */
const yearMs = 365 * 86_400_000

const guarantee = { days: 90, refund: "PRORATED" }

export const terms = [
  writing("rec-8.guarantee", "fees have a guarantee and payment terms", function* (session) {
    yield* session.needs("agencies.write")
    const json = { name: "Conformance", status: "INACTIVE" }
    const added = yield* session.call("POST", "/v1/agencies", { json })
    yield* expectStatus(added, 201)
    const { id } = yield* expectMembers(added, { id: someText })
    const set = (fees: object) =>
      session.call("POST", `/v1/agencies/${encodeURIComponent(String(id))}/fees`, { json: fees })
    const answer = yield* set({ guarantee, paymentTermsDays: 30 })
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { guarantee: equal(guarantee), paymentTermsDays: equal(30) })
    const removed = yield* set({ guarantee: { days: 0 } })
    yield* expect(!("guarantee" in membersOf(removed.json)), "no guarantee", seen(removed))
    yield* expectMembers(removed, { paymentTermsDays: equal(30) })
    const summary = yield* expectRefusal(
      yield* set({ guarantee: { ...guarantee, days: 366 } }),
      "422 unprocessable_entity",
      "body /guarantee/days range"
    )
    return `${answer.seen}, ${summary} for 366 days`
  }),

  writing("rec-8.terms", "a confirmation copies the fees of the agency", function* (session) {
    const { id } = yield* submitted(session)
    const answer = yield* act(session, id, { action: "confirm" })
    yield* expectStatus(answer, 200)
    const { terms: agreed } = yield* expectMembers(answer, { terms: object })
    const members = { fees: object, binding: oneOf("AT_HIRE", "AT_CONFIRMATION"), agreed_at: time }
    const { fees } = yield* expectMembers(answer, members, agreed, "the terms")
    const stored = yield* session.call("GET", session.feesPath(yield* session.agency))
    yield* expect(
      JSON.stringify(fees) === JSON.stringify(stored.json),
      "the fees of the agency",
      answer.show(answer.text)
    )
    yield* act(session, id, { action: "withdraw" })
    return answer.seen
  }),

  writing("rec-8.hire-bounds", "a hire has a salary and a start near today", function* (session) {
    const { id } = yield* submitted(session)
    for (const action of ["confirm", "keep", "advance"]) yield* act(session, id, { action })
    const hire = { start_date: "1999-01-04", base_salary_cents: 7_200_000, currency: "EUR" }
    const past = yield* act(session, id, { action: "hire", hire })
    const unpaid = yield* act(session, id, { action: "hire", hire: { ...hire, base_salary_cents: 0 } })
    yield* act(session, id, { action: "withdraw" })
    yield* expectRefusal(unpaid, "422 unprocessable_entity", "body /hire/base_salary_cents range")
    const summary = yield* expectRefusal(past, "422 unprocessable_entity")
    yield* expect(past.text.includes("/hire/start_date"), "details that name the start", past.show(past.text))
    return `${summary} for a start of 1999`
  }),

  writing(
    "rec-12.deprecation",
    "a request that uses something deprecated learns until when it works",
    function* (session) {
      const { id } = yield* submitted(session)
      // The hire is refused for its start, so nobody is hired; the answer reports the deprecated members all the same.
      const hire = { start_date: "1999-01-04", base_salary_cents: 7_200_000, currency: "EUR" }
      const old = yield* act(session, id, { action: "hire", hire: { ...hire, custom_fee: 0 } })
      const plain = yield* act(session, id, { action: "hire", hire })
      yield* act(session, id, { action: "withdraw" })
      yield* expectHeader(old, "deprecation", matching(/^@\d+$/))
      yield* expectHeader(old, "link", matching(/rel="deprecation"/))
      const [since, sunset] = [Number(headerOf(old, "deprecation").slice(1)) * 1000, headerOf(old, "sunset")]
      const works = Date.parse(sunset) - since
      yield* expect(
        works >= yearMs,
        "a Sunset at least twelve months after Deprecation",
        `${old.seen}, Sunset ${sunset}`
      )
      yield* expect(!("deprecation" in plain.headers), "no Deprecation of a request without the member", plain.seen)
      return `${old.seen}, until ${sunset}`
    }
  )
]
