/**
 * Decisions, Resources: patches of users. What holds of every patch is tried with jobs (`JobWrites.ts`).
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, expectStatus, membersOf, oneOf, seen } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { add } from "./Users.ts"

/** A user that was added: the path and the members. */
const addUser = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("users.write")
  const { members } = yield* add(session)
  return { members, path: `/v1/users/${encodeURIComponent(String(members["id"]))}` }
})

export const userWrites = [
  writing("dec-resources.user-writes", "a user has another name, email or status", function* (session) {
    const { members, path } = yield* addUser(session)
    yield* expect(members["status"] === "ACTIVE", "status ACTIVE at first", JSON.stringify(members["status"]))
    const email = `conformance.${session.unique()}@example.com`
    const answer = yield* session.call("PATCH", path, { json: { last_name: "Patched", email, status: "DISABLED" } })
    yield* expectStatus(answer, 200)
    const changed = { last_name: oneOf("Patched"), email: oneOf(email), status: oneOf("DISABLED") }
    yield* expectMembers(answer, { ...changed, first_name: equal(members["first_name"]) })
    const read = yield* session.call("GET", path)
    yield* expectMembers(read, changed)
    yield* expectStatus(yield* session.call("PATCH", path, { json: { status: "AWAY" } }), 422)
    const other = yield* addUser(session)
    const taken = yield* session.call("PATCH", other.path, { json: { email: email.toUpperCase() } })
    const summary = yield* expectRefusal(taken, "409 conflict", "body /email conflict")
    const details = JSON.stringify(membersOf(taken.json)["details"])
    yield* expect(details.includes(String(members["id"])), "the existing id in details", seen(taken))
    return `${answer.seen}, ${summary} for its email`
  })
]
