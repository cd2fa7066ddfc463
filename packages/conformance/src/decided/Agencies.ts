/**
 * Recruiting rules 1 and 2: the settings of an organization, and writes of agencies with their recruiters. The agencies that are left behind are INACTIVE;
 * settings stay as they are.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  matching,
  membersOf,
  object,
  oneOf,
  seen,
  someText,
  text
} from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { personOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"

type Members = Readonly<Record<string, unknown>>

const settingsPath = "/v1/organization"

/** The settings of the organization of the session. */
const settingsOf = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("organization.read")
  const answer = yield* session.call("GET", settingsPath)
  yield* expectStatus(answer, 200)
  const { settings } = yield* expectMembers(answer, { id: someText, name: text, settings: object })
  yield* expectMembers(
    answer,
    { agency_access: oneOf("ALL", "ASSIGNED"), fees_apply: oneOf("AT_HIRE", "AT_CONFIRMATION") },
    settings,
    "the settings"
  )
  return { answer, settings }
})

const create = Effect.fnUntraced(function* (session: Session, members: Members) {
  yield* session.needs("agencies.write")
  return yield* session.call("POST", "/v1/agencies", { json: { name: "Conformance", status: "INACTIVE", ...members } })
})

/** An agency that was added: its address and its members. */
const add = Effect.fnUntraced(function* (session: Session, members: Members) {
  const answer = yield* create(session, members)
  yield* expectStatus(answer, 201)
  const added = yield* expectMembers(answer, { id: someText, name: oneOf("Conformance"), status: oneOf("INACTIVE") })
  return { answer, added, path: `/v1/agencies/${encodeURIComponent(String(added["id"]))}` }
})

const recruitersOf = ({ json }: Answer): ReadonlyArray<Members> => {
  const { recruiters } = membersOf(json)
  return Array.isArray(recruiters) ? recruiters.map(membersOf) : []
}

/** Leaves an agency behind that submits nothing. */
export const retireAgency = ({ call }: Session, id: string) =>
  call("PATCH", `/v1/agencies/${encodeURIComponent(id)}`, { json: { status: "INACTIVE" } })

export const agencyWrites = [
  scenario("rec-1.settings-shown", "the organization of a token is shown with its settings", function* (session) {
    const { answer, settings } = yield* settingsOf(session)
    return `${answer.seen} ${answer.show(settings)}`
  }),

  writing("rec-1.settings-changed", "settings are changed by name, and to no other value", function* (session) {
    const { settings } = yield* settingsOf(session)
    yield* session.needs("organization.write")
    const answer = yield* session.call("PATCH", settingsPath, { json: { settings } })
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { settings: equal(settings) })
    const wrong = yield* session.call("PATCH", settingsPath, { json: { settings: { agency_access: "NOBODY" } } })
    const summary = yield* expectRefusal(wrong, "422 unprocessable_entity", "body /settings/agency_access not_allowed")
    return `${answer.seen}, ${summary} for another value`
  }),

  writing("rec-2.agency-created", "an agency is added with its recruiters, and read again", function* (session) {
    const [robin, external_id] = [personOf(session), session.unique()]
    const { added, answer, path } = yield* add(session, { external_id, recruiters: [robin] })
    yield* expectHeader(answer, "location", matching(new RegExp(`${path}$`)))
    yield* expectMembers(answer, { external_id: oneOf(external_id) })
    const [recruiter] = recruitersOf(answer)
    const members = Object.fromEntries(Object.entries(robin).map(([name, value]) => [name, oneOf(value)]))
    yield* expectMembers(answer, { id: someText, status: oneOf("ACTIVE"), ...members }, recruiter, "the recruiter")
    const read = yield* session.call("GET", path)
    yield* expect(read.text === answer.text, "the same agency", seen(read))
    const taken = yield* create(session, { external_id })
    const summary = yield* expectRefusal(taken, "409 conflict", "body /external_id conflict")
    yield* expect(taken.text.includes(String(added["id"])), "the existing id in details", seen(taken))
    return `${answer.seen}, ${summary} for its external_id`
  }),

  writing("rec-2.agency-updated", "an agency has another name or status, and keeps the rest", function* (session) {
    const { path } = yield* add(session, { external_id: session.unique() })
    const answer = yield* session.call("PATCH", path, { json: { name: "Patched", external_id: null } })
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { name: oneOf("Patched"), status: oneOf("INACTIVE") })
    yield* expect(!("external_id" in membersOf(answer.json)), "no external_id", seen(answer))
    yield* expectStatus(yield* session.call("PATCH", path, { json: { status: "PAUSED" } }), 422)
    return answer.seen
  }),

  writing(
    ["rec-2.recruiters-replaced", "rec-2.recruiters-unique"],
    "a list of recruiters keeps the ids of who stays, and has each email once",
    function* (session) {
      const [robin, kim] = [personOf(session), personOf(session)]
      const { answer: made, path } = yield* add(session, { recruiters: [robin, kim] })
      const [first, second] = recruitersOf(made).map(({ id }) => id)
      const recruiters = [
        { ...kim, email: kim.email.toUpperCase() },
        { ...robin, id: first, email: `new.${robin.email}` }
      ]
      const answer = yield* session.call("PATCH", path, { json: { recruiters } })
      yield* expectStatus(answer, 200)
      const ids = recruitersOf(answer).map(({ id }) => id)
      yield* expect(ids[0] === second && ids[1] === first, "the ids of both", seen(answer))
      const twice = yield* session.call("PATCH", path, { json: { recruiters: [robin, robin] } })
      const summary = yield* expectRefusal(twice, "422 unprocessable_entity", "body /recruiters/1/email duplicate")
      return `${answer.seen}, ${summary} for an email twice`
    }
  ),

  writing("rec-2.inactive-agency", "an INACTIVE agency submits nothing", function* (session) {
    const { added } = yield* add(session, {})
    yield* session.needs("applications.write")
    const job = yield* session.call("POST", "/v1/jobs", {
      json: { title: "Conformance", description: "Left by the conformance kit.", status: "OPEN" }
    })
    yield* expectStatus(job, 201)
    const job_id = membersOf(job.json)["id"]
    const submission = { job_id, agency_id: added["id"], candidate: personOf(session) }
    const answer = yield* session.call("POST", "/v1/applications", { json: submission })
    const summary = yield* expectRefusal(answer, "409 conflict")
    yield* session.call("PATCH", `/v1/jobs/${encodeURIComponent(String(job_id))}`, { json: { status: "CLOSED" } })
    return summary
  })
]
