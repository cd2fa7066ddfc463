/**
 * Recruiting rule 9: the export of a person, and the erasure by the agency and by the employer. The people are made up, and what is submitted is withdrawn and erased.
 */
import * as Result from "effect/Result"
import { equal, expect, expectMembers, expectStatus, membersOf, oneOf, same, seen, someText } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { act, path, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

const requests = "/v1/erasure_requests"

/** The objects of an answer in lines. One that is no JSON is an object without members. */
const linesOf = (text: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => membersOf(Result.getOrUndefined(Result.try((): unknown => JSON.parse(line)))))

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

  writing(
    "rec-9.subject-exports",
    "every record about a person is exported, a line each, with an end",
    function* (session) {
      yield* session.needs("privacy.export")
      const { id, submission } = yield* submitted(session)
      const { email } = submission.candidate
      const exported = (address: string) => session.call("POST", "/v1/subject_exports", { json: { email: address } })
      const answer = yield* exported(email.toUpperCase())
      yield* expectStatus(answer, 200)
      const lines = linesOf(answer.text)
      const ofType = (type: string) => lines.filter((line) => line["type"] === type)
      const [application] = ofType("application")
      yield* expectMembers(
        answer,
        { type: oneOf("application"), application_id: oneOf(id) },
        application,
        "the line of the application"
      )
      const read = yield* session.call("GET", `${path}/${id}`)
      yield* expect(same(application?.["record"], read.json), "the application as it is answered", seen(answer))
      yield* expect(
        ofType("audit_entry").length > 0 && ofType("event").length > 0,
        "its entries and events",
        seen(answer)
      )
      yield* expectMembers(
        answer,
        { type: oneOf("end"), records: oneOf(lines.length - 1) },
        lines.at(-1),
        "the last line"
      )
      yield* act(session, id, { action: "withdraw" })
      const other = yield* exported(`no-${email}`)
      yield* expect(
        same(linesOf(other.text), [{ type: "end", records: 0 }]),
        "nothing of others, and the end",
        seen(other)
      )
      yield* expectRefusal(yield* exported("nobody"), "422 unprocessable_entity", "body /email format")
      return answer.seen
    }
  ),

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
