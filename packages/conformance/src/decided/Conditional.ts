/**
 * Decisions, Errors (412), and the extension `conditional`: the state of a resource has a name, and a request may name the state it
 * knows (RFC 9110 §13).
 */
import * as Effect from "effect/Effect"
import { expect, expectHeader, expectStatus, headerOf, matching, membersOf, oneOf, same, seen } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"

/** A strong entity tag (RFC 9110 §8.8.3). */
const strongTag = matching(/^"[\x21\x23-\x7e]*"$/)

/** Fees with the name of their state. */
const feesNow = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("fees.read")
  const answer = yield* session.readFees
  yield* expectStatus(answer, 200)
  yield* expectHeader(answer, "etag", strongTag)
  return { answer, tag: headerOf(answer, "etag") }
})

export const conditional = [
  scenario("dec-discovery.conditional", "who has the state of a job is not sent it again", function* (session) {
    yield* session.needs("conditional")
    yield* session.needs("jobs.read")
    const [id] = textsOf(itemsOf(yield* session.jobsAnswer), "id")
    if (id === undefined) return yield* session.manyJobs("the organization has no job")
    const path = `/v1/jobs/${encodeURIComponent(id)}`
    const first = yield* session.call("GET", path)
    yield* expectStatus(first, 200)
    yield* expectHeader(first, "etag", strongTag)
    const tag = headerOf(first, "etag")
    for (const known of [tag, `"conformance", ${tag}`, "*"]) {
      const answer = yield* session.call("GET", path, { headers: { "if-none-match": known } })
      yield* expectStatus(answer, 304)
      yield* expect(answer.text === "", "no body", seen(answer))
      yield* expectHeader(answer, "etag", oneOf(tag))
    }
    yield* expectStatus(yield* session.call("GET", path, { headers: { "if-none-match": '"conformance"' } }), 200)
    return `${first.seen}, ETag ${tag}, then 304`
  }),

  writing("dec-errors.precondition-failed", "fees are set by who knows their state", function* (session) {
    yield* session.needs("conditional")
    const { answer: before, tag } = yield* feesNow(session)
    const path = session.feesPath(yield* session.agency)
    const changed = { optimizedFee: membersOf(before.json)["optimizedFee"] !== true }
    const stale = yield* session.call("POST", path, { json: changed, headers: { "if-match": '"conformance"' } })
    const summary = yield* expectRefusal(stale, "412 precondition_failed")
    const { answer: after } = yield* feesNow(session)
    yield* expect(same(after.json, before.json), "fees as they were", seen(after))
    const right = yield* session.call("POST", path, { json: changed, headers: { "if-match": tag } })
    yield* expectStatus(right, 200)
    return `${summary} for another state, ${right.status} for the right one`
  })
]
