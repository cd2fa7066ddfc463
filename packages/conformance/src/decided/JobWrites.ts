/**
 * Decisions, Resources: what partners write of jobs, and merge patches (RFC 7396). The jobs that are left behind are closed or drafts.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  headerOf,
  matching,
  membersOf,
  oneOf,
  same,
  seen,
  someText
} from "../Expect.ts"
import { expectRefusal, refusesWrite } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import type { Answer, Call } from "../Transport.ts"
import { time } from "./Users.ts"

type Members = Readonly<Record<string, unknown>>

const bare = { title: "Conformance", description: "Left by the conformance kit." }

const create = Effect.fnUntraced(function* (session: Session, changes: Members = {}) {
  yield* session.needs("jobs.write")
  return yield* session.call("POST", "/v1/jobs", { json: { ...bare, ...changes } })
})

const pathOf = (id: unknown): string => `/v1/jobs/${encodeURIComponent(String(id))}`

/** A job that was added: its address and its state. */
export const add = Effect.fnUntraced(function* (session: Session, changes: Members = {}) {
  const answer = yield* create(session, changes)
  yield* expectStatus(answer, 201)
  const members = yield* expectMembers(answer, { id: someText })
  return { answer, members, path: pathOf(members["id"]) }
})

const patch = (session: Session, path: string, json: unknown, request: Call = {}) =>
  session.call("PATCH", path, { json, ...request })

/** A patch that is done, and what the job is then. */
export const patched = Effect.fnUntraced(function* (session: Session, path: string, json: unknown, request: Call = {}) {
  const answer = yield* patch(session, path, json, request)
  yield* expectStatus(answer, 200)
  return answer
})

/** The members of a job that a patch does not touch. */
const untouched = ({ json }: Answer, ...names: ReadonlyArray<string>): Members =>
  Object.fromEntries(Object.entries(membersOf(json)).filter(([name]) => ![...names, "updated_at"].includes(name)))

/** Patches of a new job, each refused for itself. */
const refusedPatches =
  (...patches: ReadonlyArray<Members>) =>
  (session: Session) =>
    Effect.flatMap(add(session), ({ path }) => Effect.forEach(patches, (json) => patch(session, path, json)))

const moves: Readonly<Record<string, ReadonlyArray<string>>> = {
  DRAFT: ["OPEN", "CLOSED"],
  OPEN: ["ON_HOLD", "CLOSED"],
  ON_HOLD: ["OPEN", "CLOSED"],
  CLOSED: ["OPEN"]
}

export const jobWrites = [
  writing("dec-resources.job-creation", "a job is added: a draft, 201, with its Location", function* (session) {
    const external_id = session.unique()
    const { answer, members, path } = yield* add(session, { external_id })
    const made = { status: oneOf("DRAFT"), external_id: oneOf(external_id), created_at: time, updated_at: time }
    yield* expectMembers(answer, made)
    const location = headerOf(answer, "location")
    yield* expect(location.endsWith(path), `Location: ${path}`, `${answer.seen}, Location: ${answer.show(location)}`)
    for (const json of [{ title: bare.title }, { description: bare.description }, { ...bare, id: "job_1" }]) {
      yield* expectStatus(yield* session.call("POST", "/v1/jobs", { json }), 422)
    }
    const again = yield* create(session, { external_id })
    const summary = yield* expectRefusal(again, "409 conflict", "body /external_id conflict")
    const details = JSON.stringify(membersOf(again.json)["details"])
    yield* expect(details.includes(String(members["id"])), "the existing id in details", seen(again))
    return `${answer.seen}, ${summary} for its external_id`
  }),

  writing("dec-resources.job-patch", "a patch changes what it names", function* (session) {
    const { answer: before, path } = yield* add(session, { location: "Berlin", openings: 2 })
    const answer = yield* patched(session, path, { openings: 3 })
    yield* expectMembers(answer, { openings: oneOf(3), updated_at: time })
    yield* expect(
      same(untouched(answer, "openings"), untouched(before, "openings")),
      "the rest as it was",
      seen(answer)
    )
    const read = yield* session.call("GET", path)
    yield* expect(same(read.json, answer.json), "what the patch answered", seen(read))
    return answer.seen
  }),

  writing(
    ["dec-resources.job-status", "dec-errors.invalid-transition"],
    "a job moves where it may, and a refusal names where that is",
    function* (session) {
      const { path } = yield* add(session)
      const summary: Array<string> = []
      const way = ["DRAFT", "OPEN", "ON_HOLD", "OPEN", "CLOSED", "OPEN", "CLOSED"]
      for (const [index, from] of way.entries()) {
        const allowed = moves[from] ?? []
        for (const to of Object.keys(moves).filter((status) => status !== from && !allowed.includes(status))) {
          const answer = yield* patch(session, path, { status: to })
          summary.push(yield* expectRefusal(answer, "409 invalid_transition"))
          const details = JSON.stringify(membersOf(answer.json)["details"])
          const isNamed = Object.keys(moves).every((status) => details.includes(status) === allowed.includes(status))
          yield* expect(isNamed, `${allowed.join(", ")} in details, and no other`, seen(answer))
        }
        const next = way[index + 1]
        if (next !== undefined) {
          yield* expectMembers(yield* patched(session, path, { status: next }), { status: oneOf(next) })
        }
      }
      return `${way.join(" → ")}, ${summary[0] ?? ""} else`
    }
  ),

  writing("dec-resources.job-deletion", "a job is never deleted", function* (session) {
    const { path } = yield* add(session)
    const answer = yield* session.call("DELETE", path)
    const summary = yield* expectRefusal(answer, "405 method_not_allowed")
    yield* expectStatus(yield* session.call("GET", path), 200)
    return summary
  }),

  writing("dec-resources.write-bounds", "the members of a job have their bounds", function* (session) {
    const largest = { title: "é".repeat(200), description: "é".repeat(20_000), location: "é".repeat(200) }
    const { answer } = yield* add(session, { ...largest, openings: 10_000 })
    yield* expectMembers(answer, { title: equal(largest.title), openings: oneOf(10_000) })
    const beyond = [
      { title: " " },
      { title: "x".repeat(201) },
      { description: "x".repeat(20_001) },
      { location: "x".repeat(201) },
      { openings: 0 },
      { openings: 10_001 }
    ]
    for (const json of beyond) yield* expectRefusal(yield* create(session, json), "422 unprocessable_entity")
    return `${answer.seen} within them, 422 beyond`
  }),

  writing("dec-resources.salary", "a salary has a currency, and is not upside down", function* (session) {
    const salary = { salary_min_cents: 1, salary_max_cents: 2, currency: "EUR" }
    const { answer, path } = yield* add(session, salary)
    const wrong = [
      [{ ...salary, salary_min_cents: 3 }, "body /salary_max_cents range"],
      [{ salary_min_cents: 1 }, "body /currency required"]
    ] as const
    for (const [json, detail] of wrong) {
      yield* expectRefusal(yield* create(session, json), "422 unprocessable_entity", detail)
    }
    const summary = yield* expectRefusal(
      yield* patch(session, path, { currency: null }),
      "422 unprocessable_entity",
      "body /currency required"
    )
    return `${answer.seen}, ${summary} without a currency`
  }),

  writing("dec-resources.patch", "a patch has one of two media types", function* (session) {
    const { path } = yield* add(session)
    const summary: Array<string> = []
    for (const type of ["application/merge-patch+json", "application/json"]) {
      const answer = yield* patched(session, path, { title: type }, { headers: { "content-type": type } })
      yield* expectMembers(answer, { title: oneOf(type) })
      summary.push(type)
    }
    const other = { headers: { "content-type": "application/json-patch+json" } }
    return `${summary.join(" and ")}, ${yield* expectRefusal(yield* patch(session, path, {}, other), "415 unsupported_media_type")} for another`
  }),

  writing("dec-resources.patch-removal", "null removes an optional member", function* (session) {
    const { path } = yield* add(session, { location: "Berlin", openings: 2 })
    const answer = yield* patched(session, path, { location: null, external_id: null })
    const { location, openings } = membersOf(answer.json)
    yield* expect(location === undefined && openings === 2, "no location, and 2 openings", seen(answer))
    const read = membersOf((yield* session.call("GET", path)).json)
    yield* expect(!("location" in read), "no location", Object.keys(read).join(", "))
    return answer.seen
  }),

  writing("dec-resources.patch-empty", "an empty patch changes nothing", function* (session) {
    const { answer: before, path } = yield* add(session)
    const answer = yield* patched(session, path, {})
    yield* expect(same(answer.json, before.json), "the job as it was, updated_at too", seen(answer))
    return answer.seen
  }),

  refusesWrite(
    "dec-resources.patch-read-only",
    "what the server writes alone is refused",
    "422 unprocessable_entity",
    refusedPatches({ id: "job_1" }),
    "body /id not_allowed"
  ),

  refusesWrite(
    "dec-resources.patch-required",
    "what is required cannot be removed",
    "422 unprocessable_entity",
    refusedPatches({ title: null }, { title: null, location: null }),
    "body /title required"
  ),

  writing("dec-resources.patch-etag", "a patch answers with the ETag that a read has", function* (session) {
    yield* session.needs("conditional")
    const { path } = yield* add(session)
    const answer = yield* patched(session, path, { openings: 1 })
    yield* expectHeader(answer, "etag", matching(/^"/))
    const tag = headerOf(answer, "etag")
    yield* expectHeader(yield* session.call("GET", path), "etag", oneOf(tag))
    const stale = yield* patch(session, path, { openings: 2 }, { headers: { "if-match": '"conformance"' } })
    const summary = yield* expectRefusal(stale, "412 precondition_failed")
    yield* patched(session, path, { openings: 2 }, { headers: { "if-match": tag } })
    return `${answer.seen}, ETag ${tag}, ${summary} for another state`
  })
]
