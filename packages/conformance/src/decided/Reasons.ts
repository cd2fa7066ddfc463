/**
 * Recruiting rule 7: reasons for rejections and withdrawals. The reason that an application names cannot be deleted, so it is left behind, not active.
 */
import { equal, expect, expectMembers, expectStatus, membersOf, oneOf, seen } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { act, path, submitted } from "./Applications.ts"

const all = "/v1/rejection_reasons"
const text = "Left by the conformance kit"
/** The one reason that is left behind, whatever the number of runs. */
const left = "conformance"

export const reasons = [
  writing("rec-7.reasons-written", "a reason is set whole, listed and deleted", function* (session) {
    yield* session.needs("applications.reasons")
    const id = session.unique()
    const own = `${all}/${id}`
    const made = yield* session.call("PUT", own, { json: { text, category: "JOB" } })
    yield* expectStatus(made, 201)
    yield* expectMembers(made, { id: oneOf(id), text: oneOf(text), category: oneOf("JOB"), active: equal(true) })
    const set = yield* session.call("PUT", own, { json: { text, category: "EMPLOYER", active: false } })
    yield* expectStatus(set, 200)
    yield* expectMembers(set, { category: oneOf("EMPLOYER"), active: equal(false) })
    const list = yield* session.call("GET", `${all}?limit=100`)
    yield* expect(textsOf(itemsOf(list), "id").includes(id), "the reason in the list", seen(list))
    const wrong = yield* session.call("PUT", own, { json: { text, category: "OTHER" } })
    yield* expectRefusal(wrong, "422 unprocessable_entity", "body /category not_allowed")
    const ended = yield* session.call("DELETE", own)
    yield* expectStatus(ended, 204)
    const summary = yield* expectRefusal(yield* session.call("DELETE", own), "404 not_found")
    return `${made.seen}, ${set.seen}, ${ended.seen}, ${summary} then`
  }),

  writing(
    ["rec-7.reason-named", "rec-7.reason-used"],
    "an application names an active reason, which stays then",
    function* (session) {
      yield* session.needs("applications.reasons")
      const put = (json: object) =>
        session.call("PUT", `${all}/${left}`, { json: { text, category: "CANDIDATE", ...json } })
      const withdraw = (id: string, reason_id: string) =>
        act(session, id, { action: "withdraw", reason_id, note: "No longer free." })
      const { id } = yield* submitted(session)
      const refused = "422 unprocessable_entity"
      const unknown = yield* withdraw(id, session.unique())
      const summary = yield* expectRefusal(unknown, refused, "body /reason_id unknown")
      yield* put({ active: false })
      yield* expectRefusal(yield* withdraw(id, left), refused, "body /reason_id unknown")
      yield* put({})
      yield* expectStatus(yield* withdraw(id, left), 200)
      const withdrawal = membersOf(membersOf((yield* session.call("GET", `${path}/${id}`)).json)["withdrawal"])
      yield* expect(
        withdrawal["reason_id"] === left && withdrawal["note"] === "No longer free.",
        "the reason and the note",
        JSON.stringify(withdrawal)
      )
      const kept = yield* expectRefusal(yield* session.call("DELETE", `${all}/${left}`), "409 conflict")
      yield* put({ active: false })
      return `${summary}, ${kept} while it is named`
    }
  )
]
