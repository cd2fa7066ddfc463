/**
 * What filtered lists do alike on every engine: the rows that the rules of the domain let through, each once, in the order of the list.
 */
import { assert } from "@effect/vitest"
import type { Application } from "@partner-api/domain/Application"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { type ApplicationFilter, meetsApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { AgencyId, ApplicationId, JobId, UserId } from "@partner-api/domain/Ids"
import { isSeenByAll, type Job, JobStatus } from "@partner-api/domain/Job"
import { type JobFilter, meetsJobFilter } from "@partner-api/domain/JobFilter"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import type { User } from "@partner-api/domain/User"
import { meetsUserFilter, type UserFilter } from "@partner-api/domain/UserFilter"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import { anAgency, at, foundIds, type Law, one, onOne, two } from "./Furnished.ts"
import { walk } from "./Walk.ts"

/** No write is earlier, also by the clock of a test. The rules are asked as if every write were later. */
const longAgo = timestampFromMillis(0)
const ever = Number.POSITIVE_INFINITY

/** Every combination of filters, each of which may be left out. */
const combinations = <F extends object>(nothing: F, ...filters: ReadonlyArray<ReadonlyArray<F>>): ReadonlyArray<F> =>
  filters.reduce<ReadonlyArray<F>>(
    (all, some) => all.flatMap((filter) => [filter, ...some.map((one) => ({ ...filter, ...one }))]),
    [nothing]
  )

const number = (index: number): string => String(index).padStart(3, "0")

const statuses = [...JobStatus.literals, undefined]
const jobs = Array.from({ length: 60 }, (_, index): Job => {
  const status = statuses[index % statuses.length]
  return {
    id: JobId.make(`job_${number(index)}`),
    title: "Engineer",
    description: "Builds",
    external_id: `E-${index}`,
    ...(status === undefined ? {} : { status }),
    ...(index % 3 === 0 ? {} : { department: `D-${index % 3}` }),
    ...(index % 4 === 0 ? {} : { country_code: index % 4 === 1 ? "DE" : "AT" }),
    ...(index % 7 === 0 ? {} : { workplace_type: index % 7 < 4 ? "REMOTE" : "HYBRID" })
  }
})
const jobFilters = combinations<JobFilter>(
  {},
  [{ status: ["OPEN"] }, { status: ["DRAFT"] }, { status: ["DRAFT", "CLOSED"] }, { status: JobStatus.literals }],
  [{ external_id: "E-7" }, { external_id: "E-none" }],
  [{ department: "D-1" }, { department: "D-none" }],
  [{ country_code: "DE" }],
  [{ workplace_type: "REMOTE" }],
  [{ updated_since: longAgo }]
)

const users = Array.from({ length: 30 }, (_, index): User => ({
  id: UserId.make(`usr_${number(index)}`),
  created_at: at,
  updated_at: at,
  first_name: "Ada",
  last_name: "King",
  email: `User.${index}@example.com`,
  status: index % 3 === 0 ? "DISABLED" : "ACTIVE"
}))
const userFilters = combinations<UserFilter>(
  {},
  [{ email: "user.3@EXAMPLE.com" }, { email: "nobody@example.com" }],
  [{ status: "ACTIVE" }, { status: "DISABLED" }],
  [{ updated_since: longAgo }]
)

const applications = Array.from({ length: 90 }, (_, index): Application => {
  const state = ApplicationState.literals[index % ApplicationState.literals.length] ?? "UNCONFIRMED"
  return {
    id: ApplicationId.make(`app_${number(index)}`),
    job_id: JobId.make(`job_${index % 4}`),
    agency_id: AgencyId.make(`agy_${index % 3}`),
    // One person owns a job once.
    candidate: { first_name: "Ada", last_name: "King", email: `p.${index % 10}.${Math.floor(index / 10)}@example.com` },
    external_id: `A-${Math.floor(index / 3)}`,
    state,
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at
  }
})
const applicationFilters = combinations<ApplicationFilter>(
  {},
  [{ state: ["REVIEWING"] }, { state: ["REVIEWING", "HIRED", "REJECTED"] }],
  [{ job_id: JobId.make("job_1") }],
  [{ agency_id: AgencyId.make("agy_1") }],
  [{ email: "P.4.1@example.com" }],
  [{ external_id: "A-4" }],
  [{ updated_since: longAgo }]
)

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

/** The walk by a filter has the expected rows; in their order where the order is that of the ids. */
const assertWalk = (
  filter: { readonly updated_since?: unknown },
  found: ReadonlyArray<string>,
  expected: ReadonlyArray<string>
) =>
  filter.updated_since === undefined
    ? assert.deepStrictEqual(found, expected, JSON.stringify(filter))
    : assert.sameMembers([...found], [...expected], JSON.stringify(filter))

export const filterLaws: ReadonlyArray<Law> = [
  onOne(
    "jobs are found by every combination of filters, each once, and by agencies without drafts",
    Effect.gen(function* () {
      yield* (yield* JobStore).saveAll(one, jobs)
      yield* (yield* JobStore).saveAll(two, jobs.slice(0, 3))
      const pages = yield* JobPages
      for (const filter of jobFilters) {
        for (const viewer of [undefined, anAgency]) {
          assertWalk(
            filter,
            yield* walk(7, (request) => pages.filtered(one, filter, viewer, request)),
            idsOf(jobs.filter((job) => meetsJobFilter(filter, job, ever) && (viewer === undefined || isSeenByAll(job))))
          )
        }
      }
    })
  ),
  onOne(
    "users are found by every combination of filters, each once",
    Effect.gen(function* () {
      const store = yield* UserStore
      for (const user of users) yield* store.insert(one, user)
      for (const filter of userFilters) {
        assertWalk(
          filter,
          yield* walk(7, (request) => store.page(one, filter, request)),
          idsOf(users.filter((user) => meetsUserFilter(filter, user, ever)))
        )
      }
    })
  ),
  onOne(
    "applications are found by every combination of filters, each once",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      for (const application of applications) yield* store.insert(one, { application, rejectedFrom: undefined })
      for (const filter of applicationFilters) {
        assertWalk(
          filter,
          yield* walk(7, (request) => store.page(one, operatorViewer, filter, request)),
          idsOf(applications.filter((application) => meetsApplicationFilter(filter, application, ever)))
        )
      }
    })
  ),
  onOne(
    "the record that was written last comes last, and a walk goes on after the last write that it has seen",
    Effect.gen(function* () {
      const [pages, store] = [yield* JobPages, yield* JobStore]
      // The last of them by id is written first, and then once more.
      const [again, ...others] = jobs.slice(0, 3).toReversed()
      assert.isDefined(again)
      yield* store.saveAll(one, [again])
      yield* store.saveAll(one, others)
      yield* store.saveAll(one, [{ ...again, title: "Changed" }])
      const read = (request: PageRequest) => pages.filtered(one, { updated_since: longAgo }, undefined, request)
      const all = yield* read({ after: undefined, limit: 10 })
      assert.sameMembers([...foundIds(all)], idsOf([again, ...others]))
      assert.strictEqual(foundIds(all).at(-1), again.id)
      const [earliest] = all.rows
      assert.deepStrictEqual(foundIds(yield* read({ after: earliest?.position, limit: 10 })), foundIds(all).slice(1))
      // A write moves a record behind a walk that has passed it.
      const changed = others.map((job) => ({ ...job, title: "Changed" }))
      yield* store.saveAll(one, changed)
      yield* store.saveAll(one, changed)
      const passed = all.rows.find(({ row }) => row.id === again.id)?.position
      const later = foundIds(yield* read({ after: passed, limit: 10 }))
      assert.includeMembers(idsOf(others), [...later])
      assert.isAbove(later.length, 0)
    })
  )
]
