/**
 * Decisions, Resources: applications from submission to the end, and who owns a person. They are for an open job of the organization; the
 * people are made up, and what is submitted is withdrawn again.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectStatus, integer, membersOf, oneOf, someText, that } from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"
import { time } from "./Users.ts"

export const path = "/v1/applications"

/** Whether a job takes a submission of any agency without more: one that shows no access takes every agency's. */
const isForAnybody = ({ agency_access, closes_on, questions, status }: Readonly<Record<string, unknown>>): boolean =>
  status === "OPEN" && closes_on === undefined && questions === undefined && agency_access !== "ASSIGNED"

/** An open job: the first of those on the first page. */
const openJob = Effect.fnUntraced(function* (session: Session) {
  const jobs = itemsOf(yield* session.call("GET", "/v1/jobs?limit=100"))
  const open = jobs.map(membersOf).find(isForAnybody)
  if (open === undefined) {
    return yield* new NotRun({
      reason: "no job of the first page is OPEN to all agencies, without questions and a last day",
      remedy: "choose an --organization with one"
    })
  }
  return String(open["id"])
})

/** Submits a person; the same one where a candidate is given. */
const submit = Effect.fnUntraced(function* (session: Session, changes: Readonly<Record<string, unknown>> = {}) {
  yield* session.needs("applications.write")
  const { email, first_name, last_name } = session.newUser()
  const submission = {
    job_id: yield* openJob(session),
    agency_id: yield* session.agency,
    candidate: { first_name, last_name, email },
    ...changes
  }
  return { submission, answer: yield* session.call("POST", path, { json: submission }) }
})

const idOf = (answer: Answer): string => String(membersOf(answer.json)["id"])

export const act = (session: Session, id: string, json: object) =>
  session.call("POST", `${path}/${id}/transitions`, { json })

/** An application that was submitted. */
export const submitted = Effect.fnUntraced(function* (
  session: Session,
  changes: Readonly<Record<string, unknown>> = {}
) {
  const { answer, submission } = yield* submit(session, changes)
  yield* expectStatus(answer, 201)
  return { id: idOf(answer), answer, submission }
})

const feedback = "Made up by the conformance kit."

export const applications = [
  writing("dec-resources.application-fields", "an application shows its members", function* (session) {
    const { answer, id, submission } = yield* submitted(session)
    yield* expectMembers(answer, {
      id: someText,
      job_id: oneOf(submission.job_id),
      agency_id: oneOf(submission.agency_id),
      candidate: that(
        "the candidate that was sent",
        (value) => membersOf(value)["email"] === submission.candidate.email
      ),
      state: oneOf("UNCONFIRMED"),
      state_entered_at: time,
      version: integer,
      created_at: time,
      updated_at: time
    })
    yield* act(session, id, { action: "withdraw" })
    return answer.seen
  }),

  writing("dec-resources.application-submission", "a submission refers to what is there", function* (session) {
    const { answer } = yield* submit(session, { job_id: `none-${session.unique()}` })
    const refused = yield* expectRefusal(answer, "422 unprocessable_entity", "body /job_id unknown")
    const other = yield* submit(session, { agency_id: `none-${session.unique()}` })
    yield* expectRefusal(other.answer, "422 unprocessable_entity", "body /agency_id unknown")
    return refused
  }),

  writing("dec-resources.application-reads", "an application and its history are read", function* (session) {
    const { answer, id } = yield* submitted(session)
    yield* session.needs("applications.read")
    const there = yield* session.call("GET", `${path}/${id}`)
    yield* expectStatus(there, 200)
    yield* expect(there.text === answer.text, "the application as it was answered", there.show(there.text))
    const history = yield* session.call("GET", `${path}/${id}/history`)
    yield* expectStatus(history, 200)
    const [first] = itemsOf(history).map(membersOf)
    yield* expect(
      first?.["action"] === "application.submitted" && first["state_after"] === "UNCONFIRMED",
      "a history that begins with application.submitted, state_after UNCONFIRMED",
      history.show(history.text)
    )
    yield* act(session, id, { action: "withdraw" })
    return there.seen
  }),

  writing("dec-resources.application-transitions", "actions lead from state to state", function* (session) {
    const { id } = yield* submitted(session)
    const way = [
      [{ action: "confirm" }, "AWAITING_SORT"],
      [{ action: "keep" }, "REVIEWING"],
      [{ action: "advance" }, "INTERVIEWING"],
      [{ action: "reject", feedback }, "REJECTED"],
      [{ action: "restore" }, "INTERVIEWING"],
      [{ action: "advance" }, "OFFER"],
      [{ action: "withdraw" }, "WITHDRAWN"]
    ] as const
    for (const [json, state] of way) {
      const answer = yield* act(session, id, json)
      yield* expectStatus(answer, 200)
      yield* expectMembers(answer, { state: oneOf(state) })
    }
    return way.map(([, state]) => state).join(", ")
  }),

  writing(
    "dec-resources.application-refusals",
    "an action that is not possible names those that are",
    function* (session) {
      const { id } = yield* submitted(session)
      const answer = yield* act(session, id, { action: "advance" })
      const refused = yield* expectRefusal(answer, "409 invalid_transition", "body /action not_allowed")
      for (const action of ["confirm", "decline", "withdraw"]) {
        yield* expect(answer.text.includes(action), `details that name ${action}`, answer.show(answer.text))
      }
      yield* act(session, id, { action: "withdraw" })
      const final = yield* act(session, id, { action: "confirm" })
      yield* expectRefusal(final, "409 invalid_transition", "body /action not_allowed")
      return refused
    }
  ),

  writing("dec-resources.application-ownership", "the first confirmation owns the person", function* (session) {
    const { id, submission } = yield* submitted(session)
    yield* expectStatus(yield* act(session, id, { action: "confirm" }), 200)
    const late = yield* submit(session, { candidate: submission.candidate })
    const refused = yield* expectRefusal(late.answer, "409 duplicate_application")
    yield* act(session, id, { action: "withdraw" })
    return refused
  }),

  writing("rec-7.claim", "a confirmed application shows its claim, and an agency has one open", function* (session) {
    const { id, submission } = yield* submitted(session)
    const again = yield* submit(session, { candidate: submission.candidate })
    const refused = yield* expectRefusal(again.answer, "409 duplicate_application")
    const confirmed = yield* act(session, id, { action: "confirm" })
    yield* expectMembers(confirmed, {
      ownership: that("a claim since a moment", (value) => typeof membersOf(value)["since"] === "string")
    })
    yield* act(session, id, { action: "withdraw" })
    return `200, with ownership; a second one ${refused}`
  }),

  writing("rec-7.check", "a check says whose a person is", function* (session) {
    yield* session.needs("applications.check")
    const { id, submission } = yield* submitted(session)
    const check = (email: string) =>
      session.call("POST", `${path}/check`, {
        json: { job_id: submission.job_id, agency_id: submission.agency_id, candidate: { email } }
      })
    const free = yield* check(session.newUser().email)
    yield* expectMembers(free, { result: oneOf("AVAILABLE") })
    const own = yield* check(submission.candidate.email)
    yield* expectMembers(own, {
      result: oneOf("YOURS"),
      application_ids: that("the id of the application", (value) => Array.isArray(value) && value.includes(id))
    })
    yield* act(session, id, { action: "withdraw" })
    return own.seen
  }),

  writing("rec-7.release", "a claim is given up once its application has ended", function* (session) {
    const { id } = yield* submitted(session)
    yield* expectStatus(yield* act(session, id, { action: "confirm" }), 200)
    const early = yield* act(session, id, { action: "release" })
    yield* expectRefusal(early, "409 invalid_transition", "body /action not_allowed")
    const withdrawn = yield* act(session, id, { action: "withdraw" })
    const lasts = membersOf(membersOf(withdrawn.json)["ownership"])["expires_at"] !== undefined
    const released = yield* act(session, id, { action: "release" })
    if (!lasts) return yield* expectRefusal(released, "409 invalid_transition")
    yield* expectStatus(released, 200)
    return released.seen
  })
]
