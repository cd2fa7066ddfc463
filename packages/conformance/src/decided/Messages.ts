/**
 * Recruiting rule 10: messages about an application. What is submitted is withdrawn again, with its messages.
 */
import { expect, expectMembers, expectStatus, oneOf, seen, someText } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { act, path, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

const body = "Left by the conformance kit.\nCould she start in March?"

export const messages = [
  writing(
    "rec-10.conversation",
    "messages begin with the confirmation, and are listed in their order",
    function* (session) {
      yield* session.needs("applications.messages")
      const { id } = yield* submitted(session)
      const all = `${path}/${id}/messages`
      const early = yield* session.call("POST", all, { json: { body } })
      const summary = yield* expectRefusal(early, "409 conflict")
      yield* expectStatus(yield* act(session, id, { action: "confirm" }), 200)
      const made = yield* session.call("POST", all, { json: { body } })
      yield* expectStatus(made, 201)
      yield* expectMembers(made, {
        id: someText,
        application_id: oneOf(id),
        from: oneOf("EMPLOYER", "AGENCY"),
        body: oneOf(body),
        created_at: time
      })
      yield* expectStatus(yield* session.call("POST", all, { json: { body: "Second." } }), 201)
      const list = yield* session.call("GET", all)
      yield* expect(
        textsOf(itemsOf(list), "body").join() === `${body},Second.`,
        "both messages in their order",
        seen(list)
      )
      yield* act(session, id, { action: "withdraw" })
      return `${summary}, ${made.seen}`
    }
  ),

  writing("rec-10.bounds", "a message has a body and a known author", function* (session) {
    yield* session.needs("applications.messages")
    const { id } = yield* submitted(session)
    yield* act(session, id, { action: "confirm" })
    const write = (json: object) => session.call("POST", `${path}/${id}/messages`, { json })
    const refused = "422 unprocessable_entity"
    const summary = yield* expectRefusal(yield* write({ body: "" }), refused, "body /body length")
    yield* expectRefusal(yield* write({ body: "a".repeat(10_001) }), refused, "body /body length")
    yield* expectRefusal(yield* write({ body, user_id: "usr_conformance_none" }), refused, "body /user_id unknown")
    yield* act(session, id, { action: "withdraw" })
    return summary
  })
]
