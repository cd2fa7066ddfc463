/**
 * Recruiting rules 8: what is agreed with an agency beside its fees. The agency that is left behind is INACTIVE.
 */
import { equal, expect, expectMembers, expectStatus, membersOf, seen, someText } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"

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
  })
]
