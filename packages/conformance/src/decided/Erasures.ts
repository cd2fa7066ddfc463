/**
 * Recruiting rule 9: the erasure of a person, by the agency and by the employer. The people are made up, and what is submitted is withdrawn and erased.
 */
import { equal, expect, expectMembers, expectStatus, membersOf, oneOf, seen, someText } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { act, path, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

const requests = "/v1/erasure_requests"

export const erasures = [
  writing("rec-9.erased-by-agency", "the person of an ended application is erased, once", function* (session) {
    yield* session.needs("applications.erase")
    const { id, submission } = yield* submitted(session)
    const candidate = `${path}/${id}/candidate`
    const early = yield* session.call("DELETE", candidate)
    const summary = yield* expectRefusal(early, "409 conflict")
    yield* act(session, id, { action: "withdraw" })
    const erased = yield* session.call("DELETE", candidate)
    yield* expectStatus(erased, 204)
    const read = yield* session.call("GET", `${path}/${id}`)
    yield* expectMembers(read, { state: oneOf("WITHDRAWN"), erased_at: time })
    yield* expect(!read.text.includes(submission.candidate.email), "nothing of the person", seen(read))
    yield* expectRefusal(yield* session.call("DELETE", candidate), "404 not_found")
    return `${summary}, ${erased.seen}`
  }),

  writing("rec-9.erasure-request", "an erasure is requested by email, and names nobody", function* (session) {
    yield* session.needs("privacy.erase")
    const { id, submission } = yield* submitted(session)
    yield* act(session, id, { action: "withdraw" })
    const { email } = submission.candidate
    const made = yield* session.call("POST", requests, { json: { email: email.toUpperCase() } })
    yield* expectStatus(made, 202)
    yield* expectMembers(made, {
      id: someText,
      status: oneOf("PENDING", "DONE"),
      applications: equal(1),
      created_at: time
    })
    const requestId = String(membersOf(made.json)["id"])
    const read = yield* session.call("GET", `${requests}/${requestId}`)
    yield* expectStatus(read, 200)
    yield* expectMembers(read, { id: oneOf(requestId), applications: equal(1) })
    for (const answer of [made, read]) {
      yield* expect(!answer.text.toLowerCase().includes(email.toLowerCase()), "no email", seen(answer))
    }
    const list = yield* session.call("GET", `${requests}?limit=100`)
    yield* expect(
      itemsOf(list).length === 100 || textsOf(itemsOf(list), "id").includes(requestId),
      "the request in the list",
      seen(list)
    )
    yield* expectRefusal(
      yield* session.call("POST", requests, { json: { email: "nobody" } }),
      "422 unprocessable_entity",
      "body /email format"
    )
    return `${made.seen}, ${read.seen}`
  })
]
