/**
 * Decisions, Resources: organizations, jobs and agencies. Users have their own file.
 */
import * as Effect from "effect/Effect"
import {
  boolean,
  equal,
  expect,
  expectMembers,
  expectStatus,
  expectSuccess,
  list,
  matching,
  membersOf,
  oneOf,
  seen,
  someText,
  text
} from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { refuses } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"

import { jobShape } from "./JobShape.ts"
import { add, time, withoutPermission } from "./Users.ts"
const firstAgency = Effect.fnUntraced(function* ({ call, needs }: Session) {
  yield* needs("agencies.read")
  const answer = yield* call("GET", "/v1/agencies?limit=1")
  yield* expectMembers(answer, { content: list })
  const [id] = textsOf(itemsOf(answer), "id")
  if (id === undefined) {
    return yield* new NotRun({ reason: "the organization has no agency", remedy: "choose another --organization" })
  }
  return { answer, id, item: itemsOf(answer)[0] }
})

export const resources = [
  writing("dec-resources.id-prefixes", "identifiers that the server makes have prefixes", function* (session) {
    const { answer, members } = yield* add(session)
    yield* expectMembers(answer, { id: matching(/^usr_[A-Za-z0-9_-]+$/) })
    const organization = yield* session.newOrganization
    if (organization.status === 201) yield* expectMembers(organization, { id: matching(/^org_[A-Za-z0-9_-]+$/) })
    return String(members["id"])
  }),

  writing(
    ["dec-resources.organization-creation", "dec-resources.organization-creator", "dec-lists.organizations-complete"],
    "who creates an organization is granted all of it",
    function* (session) {
      const answer = yield* session.newOrganization
      if (answer.status === 403) {
        return yield* new NotRun({ reason: "the client may not create organizations", remedy: "use one that may" })
      }
      yield* expectStatus(answer, 201)
      const { id } = yield* expectMembers(answer, { id: someText, name: matching(/^Conformance /) })
      const token = yield* session.primary
      const listed = yield* session.send("GET", "/v1/organizations", { token })
      yield* expect(textsOf(listed.json, "id").includes(String(id)), "the new organization in the list", seen(listed))
      const minted = yield* session.mint(String(id))
      yield* expectStatus(minted, 200)
      const users = yield* session.send("GET", "/v1/jobs", { token: String(membersOf(minted.json)["access_token"]) })
      yield* expectStatus(users, 200)
      return `${answer.seen}, listed, ${minted.status}, ${users.seen}`
    }
  ),

  scenario("dec-resources.job-fields", "a job has its further members", function* ({ call }) {
    const answer = yield* call("GET", "/v1/jobs")
    yield* expectSuccess(answer)
    const status = oneOf("DRAFT", "OPEN", "ON_HOLD", "CLOSED")
    const job = { ...jobShape, status, created_at: time, updated_at: time }
    yield* Effect.forEach(itemsOf(answer), (item) => expectMembers(answer, job, item, "a job"))
    return `${answer.seen}, ${itemsOf(answer).length} jobs`
  }),

  scenario("dec-resources.job-read", "a job is read by its id", function* ({ call, jobsAnswer, manyJobs, needs }) {
    yield* needs("jobs.read")
    const [job] = itemsOf(yield* jobsAnswer)
    if (job === undefined) return yield* manyJobs("the organization has no jobs")
    const answer = yield* call("GET", `/v1/jobs/${String(membersOf(job)["id"])}`)
    yield* expectStatus(answer, 200)
    yield* expectMembers(
      answer,
      Object.fromEntries(Object.entries(membersOf(job)).map(([name, value]) => [name, equal(value)]))
    )
    return `${answer.seen}, as in the list`
  }),

  scenario(
    ["dec-resources.agency-list", "dec-resources.agency-fields"],
    "agencies have id, name, optimizedFee and recruiters",
    function* (session) {
      const { answer, item, id } = yield* firstAgency(session)
      yield* expectMembers(
        answer,
        { id: someText, name: text, optimizedFee: boolean, recruiters: list },
        item,
        "an agency"
      )
      return `${answer.seen}, ${id}`
    }
  ),

  scenario("dec-resources.agency-read", "an agency is read by its id", function* (session) {
    const { id, item } = yield* firstAgency(session)
    const answer = yield* session.call("GET", `/v1/agencies/${id}`)
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { id: oneOf(id), name: equal(membersOf(item)["name"]), recruiters: list })
    return answer.seen
  }),

  scenario("dec-resources.agency-fees", "the fees of an agency are read", function* (session) {
    yield* session.needs("fees.read")
    const { id } = yield* firstAgency(session)
    const answer = yield* session.call("GET", session.feesPath(id))
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { optimizedFee: boolean, customFees: list })
    return `${answer.seen} ${answer.show(answer.json)}`
  }),

  refuses(
    "dec-resources.agency-permission",
    "agencies are read with agencies:read",
    "403 forbidden",
    withoutPermission("agencies.read", "/v1/agencies")
  )
]
