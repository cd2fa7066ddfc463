/**
 * Decisions, Journal: the change feed has a write once it is done, and a cursor goes on where it ended. Looked at in the organization
 * that this run made.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectMembers,
  expectStatus,
  matching,
  membersOf,
  oneOf,
  same,
  seen,
  someText
} from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"
import { ownToken } from "./Audit.ts"
import { time } from "./Users.ts"

/** A page of the feed. */
const pageOf = Effect.fnUntraced(function* (session: Session, token: string, query: string) {
  const answer = yield* session.send("GET", `/v1/events?${query}`, { token })
  yield* expectStatus(answer, 200)
  const { cursor } = yield* expectMembers(answer, { next: equal(null), cursor: someText })
  yield* expect(
    membersOf(answer.json)["count"] === itemsOf(answer).length,
    "the number of events as count",
    seen(answer)
  )
  return { answer, cursor: encodeURIComponent(String(cursor)) }
})

export const events = [
  writing("dec-journal.feed", "the feed tells of a write, once, and goes on after it", function* (session) {
    yield* session.needs("events")
    const token = yield* ownToken(session)
    const { cursor } = yield* pageOf(session, token, "start=latest")
    const user = session.newUser()
    yield* expectStatus(yield* session.send("POST", "/v1/users", { token, json: user }), 201)
    const { answer, cursor: after } = yield* pageOf(session, token, `cursor=${cursor}`)
    const [event, ...more] = itemsOf(answer)
    yield* expect(more.length === 0, "one event", seen(answer))
    yield* expectMembers(
      answer,
      { id: matching(/^evt_/), type: oneOf("user.created"), timestamp: time },
      event,
      "the event"
    )
    const summary = membersOf(membersOf(membersOf(event)["data"])["user"])
    yield* expect(summary["id"] === user.id, `the user ${user.id} in the event`, seen(answer))
    const { answer: end } = yield* pageOf(session, token, `cursor=${after}`)
    yield* expect(itemsOf(end).length === 0, "no event after it", seen(end))
    const { answer: others } = yield* pageOf(session, token, `cursor=${cursor}&types=job.*`)
    yield* expect(itemsOf(others).length === 0, "no event of another type", seen(others))
    const moment = encodeURIComponent(String(membersOf(event)["timestamp"]))
    const { answer: since } = yield* pageOf(session, token, `start=${moment}`)
    yield* expect(
      itemsOf(since).some((item) => same(item, event)),
      "the event in a feed that starts at its moment",
      seen(since)
    )
    const { answer: future } = yield* pageOf(session, token, "start=9999-01-01T00:00:00Z")
    yield* expect(itemsOf(future).length === 0, "no event from a moment to come on", seen(future))
    const refusals = yield* Effect.forEach(["types=job.none", "start=newest"], (query) =>
      Effect.flatMap(session.send("GET", `/v1/events?${query}`, { token }), (refused) =>
        expectRefusal(refused, "422 unprocessable_entity")
      )
    )
    return `${answer.seen}, then nothing; ${refusals.join(" and ")} for an unknown type and start`
  })
]
