/**
 * Recruiting rule 3: which agency sees a job that is ASSIGNED, and under which terms it submits. Jobs that are left behind are CLOSED and assigned to nobody,
 * agencies INACTIVE, applications WITHDRAWN. What an agency sees is judged with a client that an invitation makes, where the server makes one.
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, expectStatus, membersOf, oneOf, seen, someText } from "../Expect.ts"
import { expectRefusal, expectSameRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, personOf, textsOf } from "../Shared.ts"
import { retireAgency } from "./Agencies.ts"
import { acceptAsNewClient, invite, tokenOfClient } from "./Invitations.ts"

type Members = Readonly<Record<string, unknown>>

/** A moment that no run lives to see. */
const farOff = "2099-01-01T00:00:00.000Z"

/** An agency that submits, until it is retired. */
const addAgency = Effect.fnUntraced(function* ({ call, needs }: Session) {
  yield* needs("agencies.write")
  const answer = yield* call("POST", "/v1/agencies", { json: { name: "Conformance" } })
  yield* expectStatus(answer, 201)
  return String(membersOf(answer.json)["id"])
})

/** A job with an access, and the requests about it. */
const addJob = Effect.fnUntraced(function* ({ call, needs, unique }: Session, agency_access: "ALL" | "ASSIGNED") {
  yield* needs("jobs.assignments")
  yield* needs("jobs.write")
  const external_id = unique()
  const answer = yield* call("POST", "/v1/jobs", {
    json: {
      title: "Conformance",
      description: "Left by the conformance kit.",
      status: "OPEN",
      agency_access,
      external_id
    }
  })
  yield* expectStatus(answer, 201)
  yield* expectMembers(answer, { id: someText, agency_access: oneOf(agency_access) })
  const id = String(membersOf(answer.json)["id"])
  const path = `/v1/jobs/${encodeURIComponent(id)}`
  const assignmentPath = (agencyId: string) => `${path}/assignments/${encodeURIComponent(agencyId)}`
  return {
    id,
    path,
    assignmentPath,
    found: `/v1/jobs?external_id=${external_id}`,
    assign: (agencyId: string, json: Members = {}) => call("PUT", assignmentPath(agencyId), { json }),
    unassign: (agencyId: string) => call("DELETE", assignmentPath(agencyId)),
    close: call("PATCH", path, { json: { status: "CLOSED" } })
  }
})

/** The ids of what a list shows. */
const listed = (session: Session, target: string, name: string) =>
  Effect.map(session.call("GET", `${target}?limit=100`), (answer) => ({ answer, ids: textsOf(itemsOf(answer), name) }))

export const assignments = [
  writing("rec-3.put-whole", "an assignment is set whole, read, listed and ended", function* (session) {
    const [job, agency] = [yield* addJob(session, "ASSIGNED"), yield* addAgency(session)]
    const made = yield* job.assign(agency, { submission_limit: 5 })
    yield* expectStatus(made, 201)
    yield* expectMembers(made, {
      job_id: equal(job.id),
      agency_id: equal(agency),
      status: oneOf("ACTIVE"),
      submission_limit: equal(5)
    })
    const read = yield* session.call("GET", job.assignmentPath(agency))
    yield* expect(read.text === made.text, "the same assignment", seen(read))
    const set = yield* job.assign(agency, { instructions: "Call first." })
    yield* expectStatus(set, 200)
    yield* expectMembers(set, { instructions: oneOf("Call first.") })
    yield* expect(!("submission_limit" in membersOf(set.json)), "no submission_limit", seen(set))
    const ofJob = yield* listed(session, `${job.path}/assignments`, "agency_id")
    yield* expect(ofJob.ids.join() === agency, `the agency ${agency}`, seen(ofJob.answer))
    const ofAgency = yield* listed(session, `/v1/agencies/${encodeURIComponent(agency)}/assignments`, "job_id")
    yield* expect(ofAgency.ids.join() === job.id, `the job ${job.id}`, seen(ofAgency.answer))
    const ended = yield* job.unassign(agency)
    yield* expectStatus(ended, 204)
    const summary = yield* expectRefusal(yield* session.call("GET", job.assignmentPath(agency)), "404 not_found")
    yield* job.close
    yield* retireAgency(session, agency)
    return `${made.seen}, ${set.seen}, ${ended.seen}, ${summary} then`
  }),

  writing("rec-3.exclusive", "a job is exclusive to one agency at a time", function* (session) {
    const job = yield* addJob(session, "ASSIGNED")
    const [one, other] = [yield* addAgency(session), yield* addAgency(session)]
    yield* expectStatus(yield* job.assign(one, { exclusive_until: farOff }), 201)
    const summary = yield* expectRefusal(yield* job.assign(other), "409 conflict")
    yield* expectStatus(yield* job.assign(one), 200)
    yield* expectStatus(yield* job.assign(other), 201)
    yield* expectRefusal(yield* job.assign(one, { exclusive_until: farOff }), "409 conflict")
    for (const agency of [one, other]) {
      yield* job.unassign(agency)
      yield* retireAgency(session, agency)
    }
    yield* job.close
    return `${summary} for the other agency, and for exclusivity beside one`
  }),

  writing(
    "rec-3.no-moments-on-all",
    "an assignment of a job that all agencies see has no moments",
    function* (session) {
      const [job, agency] = [yield* addJob(session, "ALL"), yield* addAgency(session)]
      const summaries: Array<string> = []
      for (const member of ["visible_from", "exclusive_until"]) {
        summaries.push(yield* expectRefusal(yield* job.assign(agency, { [member]: farOff }), "409 conflict"))
      }
      yield* job.close
      yield* retireAgency(session, agency)
      return [...new Set(summaries)].join(", ")
    }
  ),

  writing("rec-3.submission-limit", "an agency submits as often as its assignment allows", function* (session) {
    yield* session.needs("applications.write")
    const [job, agency_id] = [yield* addJob(session, "ASSIGNED"), yield* addAgency(session)]
    const submit = () =>
      session.call("POST", "/v1/applications", {
        json: {
          job_id: job.id,
          agency_id,
          candidate: personOf(session)
        }
      })
    const withdraw = (id: unknown) =>
      session.call("POST", `/v1/applications/${encodeURIComponent(String(id))}/transitions`, {
        json: { action: "withdraw" }
      })
    yield* expectRefusal(yield* submit(), "409 conflict")
    yield* expectStatus(yield* job.assign(agency_id, { submission_limit: 1 }), 201)
    const first = yield* submit()
    yield* expectStatus(first, 201)
    const summary = yield* expectRefusal(yield* submit(), "409 conflict")
    yield* expectStatus(yield* withdraw(membersOf(first.json)["id"]), 200)
    const second = yield* submit()
    yield* expectStatus(second, 201)
    yield* withdraw(membersOf(second.json)["id"])
    yield* job.unassign(agency_id)
    yield* job.close
    yield* retireAgency(session, agency_id)
    return `${first.seen}, ${summary} at the limit`
  }),

  writing(
    ["rec-3.who-sees-a-job", "rec-3.unknown-where-unseen", "rec-3.written-by-the-employer"],
    "a job that is ASSIGNED is seen by the agency that it is assigned to",
    function* (session) {
      const job = yield* addJob(session, "ASSIGNED")
      const { token } = yield* invite(session)
      const { agencyId, credentials } = yield* acceptAsNewClient(session, token)
      const bound = yield* tokenOfClient(session, credentials)
      const get = (target: string) => session.send("GET", target, { token: bound })
      const expectUnseen = Effect.fnUntraced(function* () {
        const answer = yield* get(job.path)
        yield* expectRefusal(answer, "404 not_found")
        yield* expectSameRefusal(answer, yield* get(`/v1/jobs/${session.unique()}`))
        yield* expect(itemsOf(yield* get(job.found)).length === 0, "a list without the job", "the job in the list")
        yield* expectStatus(yield* get(job.assignmentPath(agencyId)), 404)
        return answer
      })
      const unseen = yield* expectUnseen()
      yield* expectStatus(yield* job.assign(agencyId), 201)
      const shown = yield* get(job.path)
      yield* expectStatus(shown, 200)
      yield* expect(
        textsOf(itemsOf(yield* get(job.found)), "id").join() === job.id,
        `the job ${job.id}`,
        "no such list"
      )
      const forbidden = yield* session.send("PUT", job.assignmentPath(agencyId), { token: bound, json: {} })
      yield* expectStatus(forbidden, 403)
      yield* job.unassign(agencyId)
      yield* expectUnseen()
      yield* job.close
      yield* retireAgency(session, agencyId)
      return `${unseen.seen} before, ${shown.seen} while it is assigned, ${forbidden.seen} to the agency that assigns`
    }
  )
]
