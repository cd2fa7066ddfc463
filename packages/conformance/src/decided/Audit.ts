/**
 * Decisions, Resources and Tokens: the audit log records who changed what. Looked at in the organization that this run made, where it
 * is short: the oldest row comes first, and nothing leads to the newest.
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, expectStatus, headerOf, membersOf, oneOf, seen, someText } from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { refuses } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"
import { time, withoutPermission } from "./Users.ts"

/** A token for the organization that this run made. */
export const ownToken = Effect.fnUntraced(function* (session: Session) {
  const made = yield* session.newOrganization
  if (made.status !== 201) {
    return yield* new NotRun({ reason: `no organization of its own: ${made.seen}`, remedy: "use a client that may" })
  }
  const minted = yield* session.mint(String(membersOf(made.json)["id"]))
  yield* expectStatus(minted, 200)
  return String(membersOf(minted.json)["access_token"])
})

export const audit = [
  writing("dec-resources.user-audit", "the audit row of a user says what was supplied", function* (session) {
    yield* session.needs("audit")
    const token = yield* ownToken(session)
    const user = session.newUser()
    const added = yield* session.send("POST", "/v1/users", { token, json: user })
    yield* expectStatus(added, 201)
    const answer = yield* session.send("GET", "/v1/audit_log", { token })
    yield* expectStatus(answer, 200)
    const row = itemsOf(answer).find((item) => membersOf(item)["resource_id"] === user.id)
    yield* expect(row !== undefined, `a row of ${user.id}`, seen(answer))
    const found = yield* expectMembers(
      answer,
      {
        id: someText,
        occurred_at: time,
        action: oneOf("user.created"),
        client_id: oneOf(session.credentials.client_id),
        request_id: oneOf(headerOf(added, "x-request-id")),
        supplied: equal(["id", "created_at", "updated_at"])
      },
      row,
      "the row"
    )
    return `${answer.seen}, supplied ${answer.show(found["supplied"])}`
  }),

  refuses(
    "dec-tokens.audit-permission",
    "the audit log is read with audit:read",
    "403 forbidden",
    withoutPermission("audit", "/v1/audit_log")
  )
]
