/**
 * What the filters of all lists share (decisions, Filters): how a cursor carries them, and the order of last writes.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import { assert, describe, it } from "@effect/vitest"
import { ApplicationFilter, meetsApplicationFilter } from "../src/ApplicationFilter.ts"
import type { Application } from "../src/Application.ts"
import { filterCodec, isFiltered, nextWriteMs, noFilters, readWrittenPosition, writtenPosition } from "../src/Filter.ts"
import { AgencyId, ApplicationId, JobId, UserId } from "../src/Ids.ts"
import { JobFilter, meetsJobFilter } from "../src/JobFilter.ts"
import type { Job } from "../src/Job.ts"
import { Timestamp } from "../src/Timestamp.ts"
import type { User } from "../src/User.ts"
import { meetsUserFilter } from "../src/UserFilter.ts"
import { integer } from "./support.ts"

const codec = filterCodec(JobFilter)
const applications = filterCodec(ApplicationFilter)
const at = Timestamp.make("2026-01-31T09:30:00.000Z")
const atMs = Date.UTC(2026, 0, 31, 9, 30)

describe("the filters in a cursor", () => {
  it("are those that were requested, each under its name", () => {
    const filter: JobFilter = { status: ["OPEN"], external_id: "E-1", updated_since: at }
    assert.deepStrictEqual(codec.write(filter), {
      status: '["OPEN"]',
      external_id: '"E-1"',
      updated_since: '"2026-01-31T09:30:00.000Z"'
    })
    assert.deepStrictEqual(codec.read(codec.write(filter)), Option.some(filter))
  })

  it("are the same text in whatever order and how often values came", () =>
    assert.deepStrictEqual(
      codec.write({ status: ["OPEN", "DRAFT", "OPEN"] }),
      codec.write({ status: ["DRAFT", "OPEN"] })
    ))

  it("are none where none was requested, whatever else was", () => {
    const query: JobFilter & { readonly limit: number; readonly cursor: string } = { limit: 3, cursor: "x" }
    assert.deepStrictEqual(codec.write(query), {})
    assert.deepStrictEqual(codec.only(query), {})
    assert.deepStrictEqual(codec.only({ ...query, external_id: "E" }), { external_id: "E" })
    assert.deepStrictEqual(noFilters.write(query), {})
    assert.deepStrictEqual(noFilters.read({ within: "x" }), Option.some(undefined))
  })

  it("stand beside what names the list, which is left out", () =>
    assert.deepStrictEqual(
      applications.read({ applicationId: "app_1", job_id: '"job_1"' }),
      Option.some({ job_id: JobId.make("job_1") })
    ))

  it("of another list, or of none, are refused", () =>
    assert.isTrue(Option.isNone(codec.read({ status: '["REVIEWING"]' }))))
})

describe("the order of last writes", () => {
  it.prop("has positions that read as they were written", { writtenAtMs: integer(0, 4_102_444_800_000) }, (given) => {
    const place = { ...given, id: "job_a-b_c" }
    assert.deepStrictEqual(readWrittenPosition(writtenPosition(place)), place)
  })

  it.prop(
    "grows with every write of a record, whatever the clock says",
    { moments: Arbitrary.array(integer(0, 100), { minLength: 2 }) },
    ({ moments }) => {
      let before: number | undefined
      for (const nowMs of moments) {
        const after = nextWriteMs(before, nowMs)
        assert.isAtLeast(after, nowMs)
        if (before !== undefined) assert.isAbove(after, before)
        before = after
      }
    }
  )
})

describe("a filter", () => {
  const job: Job = { id: JobId.make("job_1"), title: "T", description: "D", status: "OPEN", external_id: "E-1" }
  const user: User = {
    id: UserId.make("usr_1"),
    created_at: at,
    updated_at: at,
    first_name: "Ada",
    last_name: "King",
    email: "Ada@example.com"
  }
  const application: Application = {
    id: ApplicationId.make("app_1"),
    job_id: JobId.make("job_1"),
    agency_id: AgencyId.make("agy_1"),
    candidate: { first_name: "Ada", last_name: "King", email: "Ada@example.com" },
    external_id: "A-1",
    state: "REVIEWING",
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at
  }
  const { candidate: _person, external_id: _name, ...erased } = application

  it.for([
    [{}, true],
    [{ status: ["DRAFT", "OPEN"] }, true],
    [{ status: ["DRAFT"] }, false],
    [{ external_id: "E-1" }, true],
    [{ external_id: "e-1" }, false],
    [{ updated_since: at }, true],
    [{ status: ["OPEN"], external_id: "E-2" }, false]
  ] as const)("of jobs: %j", ([filter, expected]) => {
    assert.strictEqual(meetsJobFilter(filter, job, atMs), expected)
    assert.strictEqual(isFiltered(filter), Object.keys(filter).length > 0)
  })

  it("of jobs by status leaves out a job whose status is not known", () =>
    assert.isFalse(meetsJobFilter({ status: ["OPEN"] }, { ...job, status: "CLOSED" }, atMs)))

  it.for([
    [{ email: "ADA@EXAMPLE.COM" }, true],
    [{ email: "ada@example.org" }, false],
    [{ status: "ACTIVE" }, true],
    [{ status: "DISABLED" }, false]
  ] as const)("of users: %j", ([filter, expected]) => assert.strictEqual(meetsUserFilter(filter, user, atMs), expected))

  it.for([
    [{ state: ["REVIEWING", "HIRED"] }, true],
    [{ state: ["HIRED"] }, false],
    [{ job_id: JobId.make("job_1") }, true],
    [{ job_id: JobId.make("job_2") }, false],
    [{ agency_id: AgencyId.make("agy_2") }, false],
    [{ email: "ADA@example.com" }, true],
    [{ email: "eve@example.com" }, false],
    [{ external_id: "A-2" }, false]
  ] as const)("of applications: %j", ([filter, expected]) =>
    assert.strictEqual(meetsApplicationFilter(filter, application, atMs), expected)
  )

  it("never finds an erased application by its person or its name", () => {
    assert.isFalse(meetsApplicationFilter({ email: "ada@example.com" }, erased, atMs))
    assert.isFalse(meetsApplicationFilter({ external_id: "A-1" }, erased, atMs))
    assert.isTrue(meetsApplicationFilter({ job_id: JobId.make("job_1") }, erased, atMs))
  })

  it("by the last write is inclusive", () => {
    assert.isTrue(meetsJobFilter({ updated_since: at }, job, atMs))
    assert.isFalse(meetsJobFilter({ updated_since: at }, job, atMs - 1))
    assert.isFalse(meetsUserFilter({ updated_since: at }, user, atMs - 1))
    assert.isFalse(meetsApplicationFilter({ updated_since: at }, application, atMs - 1))
  })
})
