/**
 * Recruiting rules 4: the facts of a job, fields of the employer's own, and the end of a job. The jobs that are left behind are closed or drafts.
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, membersOf, oneOf, same, seen } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { add, patched } from "./JobWrites.ts"

type Members = Readonly<Record<string, unknown>>

const create = (session: Session, members: Members) =>
  session.call("POST", "/v1/jobs", {
    json: { title: "Conformance", description: "Left by the conformance kit.", ...members }
  })

/** Each of these new jobs is refused, with a detail about the member. */
const refused = Effect.fnUntraced(function* (session: Session, all: ReadonlyArray<readonly [Members, string]>) {
  let refusal = ""
  for (const [members, detail] of all) {
    refusal = yield* expectRefusal(yield* create(session, members), "422 unprocessable_entity", detail)
  }
  return refusal
})

const facts = {
  workplace_type: "HYBRID",
  country_code: "DE",
  city: "Berlin",
  department: "Engineering",
  salary_period: "HOUR",
  description_format: "MARKDOWN",
  closes_on: "2020-02-29",
  apply_url: "https://careers.example.com/jobs/1"
}

export const jobFacts = [
  writing("rec-4.job-facts", "a job has facts, each of which null removes", function* (session) {
    yield* session.needs("jobs.facts")
    const { answer, path } = yield* add(session, facts)
    yield* expectMembers(answer, Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, oneOf(value)])))
    const none = Object.fromEntries(Object.keys(facts).map((name) => [name, null]))
    const removed = membersOf((yield* patched(session, path, none)).json)
    yield* expect(
      Object.keys(facts).every((name) => !(name in removed)),
      "none of the facts",
      Object.keys(removed).join(", ")
    )
    const refusal = yield* refused(session, [
      [{ workplace_type: "OFFICE" }, "body /workplace_type not_allowed"],
      [{ country_code: "UK" }, "body /country_code format"],
      [{ closes_on: "2026-02-30" }, "body /closes_on format"],
      [{ apply_url: "http://careers.example.com" }, "body /apply_url format"],
      [{ hiring_manager_id: session.unique() }, "body /hiring_manager_id unknown"],
      [{ recruiting_contact_id: session.unique() }, "body /recruiting_contact_id unknown"]
    ])
    return `${answer.seen}, ${refusal} for other values`
  }),

  writing("rec-4.custom-fields", "custom fields are merged one by one, within their bounds", function* (session) {
    yield* session.needs("jobs.facts")
    const custom_fields = { team: "Payments", level: 4.5, urgent: false, tags: ["a", "b"] }
    const { answer, path } = yield* add(session, { custom_fields })
    yield* expectMembers(answer, { custom_fields: equal(custom_fields) })
    const merged = yield* patched(session, path, { custom_fields: { team: null, level: 5 } })
    const left = membersOf(merged.json)["custom_fields"]
    yield* expect(same(left, { level: 5, urgent: false, tags: ["a", "b"] }), "the fields but team", seen(merged))
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field_${index}`, 1]))
    const long = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`field_${index}`, "x".repeat(500)]))
    const refusal = yield* refused(session, [
      [{ custom_fields: { Team: "x" } }, "body /custom_fields/Team format"],
      [{ custom_fields: { team: { name: "x" } } }, "body /custom_fields/team type"],
      [{ custom_fields: { team: "x".repeat(501) } }, "body /custom_fields/team length"],
      [{ custom_fields: many }, "body /custom_fields length"],
      [{ custom_fields: long }, "body /custom_fields length"]
    ])
    return `${merged.seen}, ${refusal} beyond`
  }),

  writing(
    "rec-4.close-reason",
    "the reason of a close comes with the move and goes with a move out",
    function* (session) {
      yield* session.needs("jobs.facts")
      const { path } = yield* add(session)
      const early = yield* session.call("PATCH", path, { json: { close_reason: "FILLED" } })
      const refusal = yield* expectRefusal(early, "422 unprocessable_entity", "body /close_reason not_allowed")
      const closed = yield* patched(session, path, { status: "CLOSED", close_reason: "FILLED" })
      yield* expectMembers(closed, { close_reason: oneOf("FILLED") })
      const open = yield* patched(session, path, { status: "OPEN" })
      yield* expect(!("close_reason" in membersOf(open.json)), "no close_reason", seen(open))
      yield* patched(session, path, { status: "CLOSED" })
      return `${closed.seen}, ${refusal} without the move`
    }
  ),

  writing("rec-4.hired-count", "the number of hires is the server's alone", function* (session) {
    yield* session.needs("jobs.facts")
    const { path } = yield* add(session)
    const answer = yield* session.call("PATCH", path, { json: { hired_count: 1 } })
    return yield* expectRefusal(answer, "422 unprocessable_entity", "body /hired_count not_allowed")
  })
]
