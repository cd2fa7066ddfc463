/**
 * Recruiting rule 8: placements. A hire is undone again, and its application withdrawn.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectStatus, integer, membersOf, oneOf, seen, someText } from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"
import { act, path as applications, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

const path = "/v1/placements"
const reason = "Left by the conformance kit."

/** The fee in the request of a hire: none where the optimized one applies, else the first. */
const choiceOf = Effect.fnUntraced(function* (session: Session) {
  const fees = membersOf((yield* session.call("GET", `/v1/agencies/${yield* session.agency}/fees`)).json)
  const custom = fees["customFees"]
  if (fees["optimizedFee"] === true) return {}
  if (Array.isArray(custom) && custom.length > 0) return { expected_fee: custom[0] }
  return yield* new NotRun({ reason: "the agency has no fee", remedy: "set a custom fee, or the optimized one" })
})

/** The application and the placement of a person who is hired from INTERVIEWING, to start on the day of the server. */
const hired = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("placements.write")
  const choice = yield* choiceOf(session)
  const { answer, id } = yield* submitted(session)
  for (const action of ["confirm", "keep", "advance"]) yield* expectStatus(yield* act(session, id, { action }), 200)
  const start_date = String(membersOf(answer.json)["created_at"]).slice(0, "2026-03-01".length)
  const hire = { start_date, base_salary_cents: 7_200_000, currency: "EUR", ...choice }
  yield* expectStatus(yield* act(session, id, { action: "hire", hire }), 200)
  const list = yield* session.call("GET", `${path}?application_id=${id}`)
  yield* expectStatus(list, 200)
  const [placement = {}] = itemsOf(list).map(membersOf)
  return { application: id, id: String(placement["id"]), start_date, list }
})

/** Undoes the hire, and takes the application back. */
const undo = Effect.fnUntraced(function* (
  session: Session,
  { application, id }: { readonly application: string; readonly id: string }
) {
  const cancelled = yield* move(session, id, { action: "cancel", reason })
  yield* act(session, application, { action: "withdraw" })
  return cancelled
})

const move = (session: Session, id: string, json: object) => session.call("POST", `${path}/${id}/transitions`, { json })

export const placements = [
  writing("rec-8.placement-of-a-hire", "a hire makes a placement that waits for its start", function* (session) {
    const made = yield* hired(session)
    const there = yield* session.call("GET", `${path}/${made.id}`)
    yield* expectStatus(there, 200)
    yield* expectMembers(there, {
      id: someText,
      application_id: oneOf(made.application),
      status: oneOf("AWAITING_START"),
      start_date: oneOf(made.start_date),
      base_salary_cents: oneOf(7_200_000),
      fee_base_cents: integer,
      version: integer,
      created_at: time,
      updated_at: time
    })
    const { settlement } = membersOf(there.json)
    yield* expect(membersOf(settlement)["status"] === "NOT_DUE", "a settlement that is NOT_DUE", seen(there))
    const history = yield* session.call("GET", `${path}/${made.id}/history`)
    const [first] = itemsOf(history).map(membersOf)
    yield* expect(
      first?.["action"] === "placement.created",
      "a history that begins with placement.created",
      seen(history)
    )
    yield* undo(session, made)
    return there.seen
  }),

  writing("rec-8.cancel", "a cancelled hire returns the application to the state before", function* (session) {
    const made = yield* hired(session)
    const cancelled = yield* undo(session, made)
    yield* expectStatus(cancelled, 200)
    yield* expectMembers(cancelled, { status: oneOf("CANCELLED"), reason: oneOf(reason) })
    const { settlement } = membersOf(cancelled.json)
    yield* expect(membersOf(settlement)["status"] === "VOID", "a settlement that is VOID", seen(cancelled))
    const history = itemsOf(yield* session.call("GET", `${applications}/${made.application}/history`)).map(membersOf)
    const undone = history.find((change) => change["action"] === "application.hire_cancelled")
    yield* expect(
      undone?.["state_after"] === "INTERVIEWING",
      "application.hire_cancelled, state_after INTERVIEWING",
      JSON.stringify(undone)
    )
    yield* expectRefusal(yield* move(session, made.id, { action: "cancel", reason }), "409 invalid_transition")
    return cancelled.seen
  }),

  writing("rec-8.settlement", "a fee is due with the start, and settled step by step", function* (session) {
    const made = yield* hired(session)
    const early = yield* move(session, made.id, { action: "settle", status: "INVOICED" })
    yield* expectRefusal(early, "409 invalid_transition", "body /status not_allowed")
    const started = yield* move(session, made.id, { action: "start" })
    yield* expectStatus(started, 200)
    const { settlement } = membersOf(started.json)
    yield* expect(membersOf(settlement)["status"] === "DUE", "a settlement that is DUE", seen(started))
    const over = yield* move(session, made.id, { action: "settle", status: "PAID" })
    yield* expectRefusal(over, "409 invalid_transition", "body /status not_allowed")
    const silent = yield* move(session, made.id, { action: "settle", status: "VOID" })
    const summary = yield* expectRefusal(silent, "422 unprocessable_entity", "body /reason required")
    yield* undo(session, made)
    return summary
  })
]
