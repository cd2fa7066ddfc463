/**
 * Recruiting rules 6: the consent of a confirmation, and the link by which a person decides. Where the server answers no link, because it sends the link
 * itself, nobody decides. What is submitted is withdrawn again.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectStatus, matching, membersOf, oneOf, seen, someText, that } from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal, expectSameRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"
import { act, path, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

/** Long ago, so that no clock objects. */
const attested = { obtained_at: "2025-01-31T09:30:00.000Z", method: "EMAIL" }

/** The token of a link for an application that was submitted. */
const linkOf = Effect.fnUntraced(function* (session: Session, id: string) {
  yield* session.needs("applications.confirm")
  const answer = yield* session.call("POST", `${path}/${id}/confirmation_requests`)
  yield* expectStatus(answer, 201)
  const { url } = yield* expectMembers(answer, { expires_at: time })
  if (url === undefined) {
    const reason = "this server sends the links of persons itself"
    return yield* new NotRun({ reason, remedy: "set confirmation to ATTESTED, where that is wanted" })
  }
  yield* expectMembers(answer, { url: matching(/#[\w-]{43}$/) })
  return { answer, token: String(url).split("#")[1] ?? "" }
})

const show = ({ send }: Session, token: string) => send("POST", "/v1/confirmations", { json: { token } })
const decide = ({ send }: Session, token: string, decision: string) =>
  send("POST", "/v1/confirmations/decide", { json: { token, decision } })

export const confirmations = [
  writing("rec-6.consent-attested", "a confirmation keeps the consent of the person", function* (session) {
    const { id } = yield* submitted(session)
    const late = { ...attested, obtained_at: "2100-01-01T00:00:00.000Z" }
    const refused = yield* act(session, id, { action: "confirm", consent: late })
    yield* expectRefusal(refused, "422 unprocessable_entity", "body /consent/obtained_at range")
    const answer = yield* act(session, id, { action: "confirm", consent: attested })
    yield* expectStatus(answer, 200)
    const isKept = that("the consent that was sent", (value) => {
      const { method, obtained_at } = membersOf(value)
      return method === attested.method && obtained_at === attested.obtained_at
    })
    yield* expectMembers(answer, { state: oneOf("AWAITING_SORT"), confirmed_at: time, consent: isKept })
    yield* act(session, id, { action: "withdraw" })
    return answer.seen
  }),

  writing("rec-6.confirmation-request", "another link of a person ends the one before", function* (session) {
    const { id } = yield* submitted(session)
    const first = yield* linkOf(session, id)
    const shown = yield* show(session, first.token)
    yield* expectStatus(shown, 200)
    yield* expectMembers(shown, {
      organization_name: someText,
      job_title: someText,
      agency_name: someText,
      first_name: someText,
      expires_at: time,
      state: oneOf("UNCONFIRMED")
    })
    const second = yield* linkOf(session, id)
    const ended = yield* show(session, first.token)
    const summary = yield* expectRefusal(ended, "404 not_found")
    yield* expectSameRefusal(yield* decide(session, first.token, "CONFIRM"), ended)
    yield* expectStatus(yield* show(session, second.token), 200)
    yield* act(session, id, { action: "withdraw" })
    return `${shown.seen}, ${summary} for the link before`
  }),

  writing("rec-6.link-decides", "a person confirms and withdraws by a link", function* (session) {
    const { id } = yield* submitted(session)
    const { token } = yield* linkOf(session, id)
    const first = yield* decide(session, token, "CONFIRM")
    yield* expectStatus(first, 200)
    yield* expectMembers(first, { state: oneOf("AWAITING_SORT") })
    const again = yield* decide(session, token, "CONFIRM")
    yield* expect(again.text === first.text, "the same answer", seen(again))
    const there = yield* session.call("GET", `${path}/${id}`)
    const isByLink = that("a consent by LINK", (value) => membersOf(value)["method"] === "LINK")
    yield* expectMembers(there, { state: oneOf("AWAITING_SORT"), consent: isByLink })
    yield* expectStatus(yield* decide(session, token, "WITHDRAW"), 200)
    const withdrawn = yield* session.call("GET", `${path}/${id}`)
    const isOfPerson = that("by CANDIDATE", (value) => membersOf(value)["by"] === "CANDIDATE")
    yield* expectMembers(withdrawn, { state: oneOf("WITHDRAWN"), withdrawal: isOfPerson })
    const history = itemsOf(yield* session.call("GET", `${path}/${id}/history?limit=100`)).map(membersOf)
    yield* expect(
      history.filter(({ actor }) => actor === "candidate").length === 2,
      "two changes of the actor candidate",
      JSON.stringify(history)
    )
    return first.seen
  })
]
