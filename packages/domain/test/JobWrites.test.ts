/**
 * What is written of a job (decisions, Resources): bounds, contradictions, moves of the status, and what the journal keeps of it.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { duplicateExternalId } from "../src/commands/ExternalId.ts"
import { countHire, createJob, patchJob } from "../src/commands/Job.ts"
import { JobId, OrganizationId, UserId } from "../src/Ids.ts"
import { type Job, JobStatus, jobTransitions } from "../src/Job.ts"
import { type JobPatch, JobPatch as JobPatchSchema, NewJob } from "../src/JobWrites.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { auditParts } from "./AuditParts.ts"
import { faults } from "./support.ts"

const organizationId = OrganizationId.make("org_a")
const id = JobId.make("job_a")
const nowMs = Date.UTC(2026, 0, 1)
const now = timestampFromMillis(nowMs)
const required = { title: "Engineer", description: "Builds" }
const stored: Job = { id, ...required, status: "OPEN", location: "Bern", created_at: now, updated_at: now }
const activeUsers = new Set(["usr_active"])
const made = { id, nowMs, activeUsers, access: "ALL" } as const
const patched = (job: Job, change: JobPatch, at = nowMs) =>
  patchJob(organizationId, job, change, { nowMs: at, activeUsers })
const done = (change: JobPatch, job = stored) => Result.getOrThrow(patched(job, change))
/** The problems of a refusal, short enough for a table. */
const refusal = <A>(
  result: Result.Result<A, { readonly code: string; readonly details?: ReadonlyArray<{ path: string; code: string }> }>
) =>
  Result.isFailure(result)
    ? [result.failure.code, ...(result.failure.details ?? []).map(({ code, path }) => `${path} ${code}`)]
    : ["done"]

describe("the bounds of a written job", () => {
  it.for([
    ["title", "x".repeat(200), "x".repeat(201), "length"],
    ["title", "x", " ", "length"],
    ["description", "x".repeat(20_000), "x".repeat(20_001), "length"],
    ["location", "x".repeat(200), "x".repeat(201), "length"],
    ["openings", 1, 0, "range"],
    ["openings", 10_000, 10_001, "range"],
    ["salary_min_cents", 1_000_000_000_000, 1_000_000_000_001, "range"],
    ["external_id", "x".repeat(128), "x".repeat(129), "length"],
    ["currency", "EUR", "EURO", "format"],
    ["employment_type", "CONTRACT", "contract", "not_allowed"],
    ["status", "ON_HOLD", "HELD", "not_allowed"],
    ["workplace_type", "HYBRID", "OFFICE", "not_allowed"],
    ["country_code", "GB", "UK", "format"],
    ["city", "x".repeat(100), "x".repeat(101), "length"],
    ["department", "x".repeat(100), "", "length"],
    ["salary_period", "HOUR", "SHIFT", "not_allowed"],
    ["hiring_manager_id", "usr_1", "a user", "format"],
    ["recruiting_contact_id", "usr_1", "", "format"],
    ["description_format", "HTML", "html", "not_allowed"],
    ["closes_on", "2000-01-01", "2026-13-01", "format"],
    ["apply_url", "https://careers.example.com/jobs/1", "http://careers.example.com", "format"],
    ["close_reason", "CANCELLED", "BORED", "not_allowed"]
  ] as const)("of %s are those of decisions, in a new job and in a patch", ([name, good, bad, code]) => {
    assert.deepStrictEqual(faults(NewJob, { ...required, [name]: good }), [])
    assert.deepStrictEqual(faults(JobPatchSchema, { [name]: good }), [])
    assert.deepStrictEqual(faults(NewJob, { ...required, [name]: bad }), [`/${name} ${code}`])
    assert.deepStrictEqual(faults(JobPatchSchema, { [name]: bad }), [`/${name} ${code}`])
  })

  it("let null remove the optional members, and no other (decisions, Resources)", () => {
    const names = Object.keys(JobPatchSchema.fields)
    const removable = names.filter((name) => faults(JobPatchSchema, { [name]: null }).length === 0)
    assert.deepStrictEqual(removable, names.slice(4))
    assert.deepStrictEqual(names.slice(0, 4), ["title", "description", "status", "agency_access"])
  })
})

describe("a new job", () => {
  it("is a draft unless it says otherwise, made now (decisions, Resources)", () => {
    const create = (input: NewJob) => Result.getOrThrow(createJob(organizationId, input, made))
    const job = { id, ...required, agency_access: "ALL" as const, created_at: now, updated_at: now }
    assert.deepStrictEqual(create(required).next, { ...job, status: "DRAFT" })
    const { entries, next } = create({ ...required, status: "OPEN" })
    assert.deepStrictEqual(next, { ...job, status: "OPEN" })
    assert.deepStrictEqual(auditParts(entries), [
      { organizationId, action: "job.created", resource_id: id, changed: ["title", "description", "status"] }
    ])
  })

  it.for<[salary: Partial<NewJob>, problems: ReadonlyArray<string>]>([
    [{ salary_min_cents: 1, salary_max_cents: 1, currency: "EUR" }, ["done"]],
    [{ currency: "EUR" }, ["done"]],
    [{ salary_min_cents: 0 }, ["unprocessable_entity", "/currency required"]],
    [
      { salary_min_cents: 2, salary_max_cents: 1 },
      ["unprocessable_entity", "/salary_max_cents range", "/currency required"]
    ]
  ])("with the salary %j is judged as a whole (decisions, Resources)", ([salary, expected]) =>
    assert.deepStrictEqual(refusal(createJob(organizationId, { ...required, ...salary }, made)), [...expected])
  )

  it("whose external_id another one has is refused with its id (decisions, Resources)", () => {
    const [detail] = duplicateExternalId("job", id).details ?? []
    assert.deepStrictEqual(detail, {
      in: "body",
      path: "/external_id",
      code: "conflict",
      message: "belongs to the job job_a"
    })
    assert.strictEqual(duplicateExternalId("job", undefined).details?.[0]?.message, "belongs to another job")
  })
})

describe("a patched job", () => {
  it("is marked with now, and always later than before (decisions, Resources)", () => {
    assert.strictEqual(done({ title: "A" }).next.updated_at, timestampFromMillis(nowMs + 1))
    const later = Result.getOrThrow(patched(stored, { title: "A" }, nowMs + 5)).next
    assert.deepStrictEqual([later.created_at, later.updated_at], [now, timestampFromMillis(nowMs + 5)])
    const { updated_at: _, ...unmarked } = stored
    assert.strictEqual(done({ title: "A" }, unmarked).next.updated_at, now)
  })

  it.for<JobPatch>([{}, { title: "Engineer" }, { status: "OPEN", location: "Bern" }, { external_id: null }])(
    "is the very same when %j says nothing new, and has no entry (decisions, Resources)",
    (change) => {
      const { entries, next } = done(change)
      assert.strictEqual(next, stored)
      assert.deepStrictEqual(entries, [])
    }
  )

  it.for<[change: JobPatch, changed: ReadonlyArray<string>]>([
    [{ location: null }, ["location"]],
    [{ openings: 3, title: "A", description: "Builds" }, ["title", "openings"]]
  ])("has one entry for %j: names, no values (docs/decisions, 16)", ([change, changed]) =>
    assert.deepStrictEqual(auditParts(done(change).entries), [
      { organizationId, action: "job.updated", resource_id: id, changed: [...changed] }
    ])
  )

  it.for<[change: JobPatch, expected: ReadonlyArray<string>]>([
    [{ title: "A", status: "CLOSED" }, ["done"]],
    [{ salary_min_cents: 3 }, ["unprocessable_entity", "/salary_max_cents range"]],
    [{ salary_min_cents: 1, currency: null }, ["unprocessable_entity", "/currency required"]],
    [{ salary_max_cents: null }, ["done"]],
    [{ salary_max_cents: 3 }, ["done"]]
  ])("is judged for what %j names, not for what was stored before (decisions, Resources)", ([change, expected]) => {
    // Written under other rules: the salary is upside down.
    const old: Job = { ...stored, salary_min_cents: 2, salary_max_cents: 1, currency: "EUR" }
    assert.deepStrictEqual(refusal(patched(old, change)), [...expected])
  })
})

describe("the reason of a close (recruiting 4)", () => {
  const closed: Job = { ...stored, status: "CLOSED", close_reason: "FILLED" }
  const refused = ["unprocessable_entity", "/close_reason not_allowed"]

  it.for<[what: string, job: Job, change: JobPatch, expected: Partial<Job> | undefined]>([
    ["comes with the move", stored, { status: "CLOSED", close_reason: "OTHER" }, { close_reason: "OTHER" }],
    ["may be left out", stored, { status: "CLOSED" }, { status: "CLOSED" }],
    ["is null with the move, which removes nothing", stored, { status: "CLOSED", close_reason: null }, {}],
    ["goes with a move out", closed, { status: "OPEN" }, { status: "OPEN" }],
    ["may be removed with a move out", closed, { status: "OPEN", close_reason: null }, { status: "OPEN" }],
    ["stays with another change", closed, { title: "A" }, { close_reason: "FILLED" }],
    ["is the present one beside another change", closed, { title: "A", close_reason: "FILLED" }, { title: "A" }],
    ["is not set without the move", stored, { close_reason: "FILLED" }, undefined],
    ["is not set with another move", stored, { status: "ON_HOLD", close_reason: "FILLED" }, undefined],
    ["is not kept by a move out", closed, { status: "OPEN", close_reason: "FILLED" }, undefined],
    ["is not changed later", closed, { close_reason: "OTHER" }, undefined],
    ["is not changed by a second close", closed, { status: "CLOSED", close_reason: "OTHER" }, undefined],
    ["is not removed later", closed, { close_reason: null }, undefined]
  ])("%s", ([, job, change, expected]) => {
    const result = patched(job, change)
    if (expected === undefined) return assert.deepStrictEqual(refusal(result), refused)
    const { next } = Result.getOrThrow(result)
    assert.deepInclude(next, expected)
    if (next.status !== "CLOSED") assert.notProperty(next, "close_reason")
  })

  it("is one of the members that the entry of a move out names", () =>
    assert.deepStrictEqual(done({ status: "OPEN" }, closed).entries[0]?.changed, ["status", "close_reason"]))

  it.for([
    [{ status: "CLOSED", close_reason: "FILLED" }, ["done"]],
    [{ status: "OPEN", close_reason: "FILLED" }, refused],
    [{ close_reason: "FILLED" }, refused]
  ] as const)("of a new job %j", ([members, expected]) =>
    assert.deepStrictEqual(refusal(createJob(organizationId, { ...required, ...members }, made)), [...expected])
  )
})

describe("the users of a job (recruiting 4)", () => {
  const hiring_manager_id = UserId.make("usr_active")
  const left = UserId.make("usr_left")
  const refused = ["unprocessable_entity", "/hiring_manager_id unknown", "/recruiting_contact_id unknown"]

  it("are active when they are set", () => {
    assert.strictEqual(done({ hiring_manager_id }).next.hiring_manager_id, hiring_manager_id)
    const both = { hiring_manager_id: left, recruiting_contact_id: left }
    assert.deepStrictEqual(refusal(patched(stored, both)), refused)
    assert.deepStrictEqual(refusal(createJob(organizationId, { ...required, ...both }, made)), refused)
  })

  it("may have left since, and may be removed", () => {
    const job: Job = { ...stored, hiring_manager_id: left }
    assert.strictEqual(done({ title: "A", hiring_manager_id: left }, job).next.hiring_manager_id, left)
    assert.notProperty(done({ hiring_manager_id: null }, job).next, "hiring_manager_id")
  })
})

describe("custom fields of a job (recruiting 4)", () => {
  const job: Job = { ...stored, custom_fields: { team: "Payments", tags: ["a", "b"] } }

  it("are merged field by field, and a field is removed by null", () => {
    const { entries, next } = done({ custom_fields: { team: null, level: 3 } }, job)
    assert.deepStrictEqual(next.custom_fields, { tags: ["a", "b"], level: 3 })
    assert.deepStrictEqual(entries[0]?.changed, ["custom_fields"])
    assert.notProperty(done({ custom_fields: null }, job).next, "custom_fields")
  })

  it("are no change where a patch has the present values", () => {
    assert.strictEqual(done({ custom_fields: { tags: ["a", "b"] } }, job).next, job)
    assert.deepStrictEqual(done({ title: "A", custom_fields: { tags: ["a", "b"] } }, job).entries[0]?.changed, [
      "title"
    ])
  })

  it.for([
    ["too many", Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`f${index}`, 1]))],
    ["too long", Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, "x".repeat(497)]))]
  ] as const)("that a patch makes %s together are refused", ([, fields]) =>
    assert.deepStrictEqual(refusal(patched(job, { custom_fields: fields })), [
      "unprocessable_entity",
      "/custom_fields length"
    ])
  )
})

describe("the number of hires of a job (recruiting 4)", () => {
  it("counts from none, and is one change of the job", () => {
    const once = countHire(organizationId, stored, nowMs + 5)
    assert.deepStrictEqual(once.next, { ...stored, hired_count: 1, updated_at: timestampFromMillis(nowMs + 5) })
    assert.deepStrictEqual(auditParts(once.entries), [
      { organizationId, action: "job.updated", resource_id: id, changed: ["hired_count"] }
    ])
    assert.strictEqual(countHire(organizationId, once.next, nowMs).next.hired_count, 2)
  })

  it("is written by the service alone", () => {
    assert.deepStrictEqual(faults(JobPatchSchema, { hired_count: 1 }), ["/hired_count not_allowed"])
    assert.deepStrictEqual(faults(NewJob, { ...required, hired_count: 1 }), ["/hired_count unknown"])
  })
})

const statuses = JobStatus.literals
const someStatus = Arbitrary.schema(JobStatus)

describe("the status of a job", () => {
  it("moves as decided (decisions, Resources)", () =>
    assert.deepStrictEqual(jobTransitions, {
      DRAFT: ["OPEN", "CLOSED"],
      OPEN: ["ON_HOLD", "CLOSED"],
      ON_HOLD: ["OPEN", "CLOSED"],
      CLOSED: ["OPEN"]
    }))

  it.prop(
    "moves to another one exactly where the table says so",
    { from: someStatus, to: someStatus },
    ({ from, to }) => {
      const result = patched({ ...stored, status: from }, { status: to })
      const isAllowed = from === to || jobTransitions[from].includes(to)
      assert.strictEqual(Result.isSuccess(result), isAllowed)
      if (Result.isSuccess(result)) return assert.strictEqual(result.success.next.status, to)
      assert.deepStrictEqual(refusal(result), ["invalid_transition", "/status not_allowed"])
      const [detail] = result.failure.details ?? []
      for (const status of statuses) {
        assert.strictEqual(detail?.message.includes(status), jobTransitions[from].includes(status))
      }
    }
  )

  it.for([
    ["OPEN", "job.opened"],
    ["ON_HOLD", "job.held"],
    ["CLOSED", "job.closed"],
    ["DRAFT", "job.updated"]
  ] as const)("that was not known becomes %s: %s (decisions, Journal)", ([status, action]) => {
    const { status: _, ...unknown } = stored
    assert.deepStrictEqual(auditParts(done({ status }, unknown).entries), [
      { organizationId, action, resource_id: id, changed: ["status"], before: {}, after: { status } }
    ])
  })

  it("is in one entry with what else changed (decisions, Journal)", () =>
    assert.deepStrictEqual(auditParts(done({ status: "ON_HOLD", title: "A" }).entries), [
      {
        organizationId,
        action: "job.held",
        resource_id: id,
        changed: ["title", "status"],
        before: { status: "OPEN" },
        after: { status: "ON_HOLD" }
      }
    ]))
})
