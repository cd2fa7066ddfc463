/**
 * What is written of a job (decisions, Resources): bounds, contradictions, moves of the status, and what the journal keeps of it.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { createJob, jobConflict, patchJob } from "../src/commands/Job.ts"
import { JobId, OrganizationId } from "../src/Ids.ts"
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
const patched = (job: Job, change: JobPatch, at = nowMs) => patchJob(organizationId, job, change, at)
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
    ["status", "ON_HOLD", "HELD", "not_allowed"]
  ] as const)("of %s are those of decisions, in a new job and in a patch", ([name, good, bad, code]) => {
    assert.deepStrictEqual(faults(NewJob, { ...required, [name]: good }), [])
    assert.deepStrictEqual(faults(JobPatchSchema, { [name]: good }), [])
    assert.deepStrictEqual(faults(NewJob, { ...required, [name]: bad }), [`/${name} ${code}`])
    assert.deepStrictEqual(faults(JobPatchSchema, { [name]: bad }), [`/${name} ${code}`])
  })

  it("let null remove the optional members, and no other (decisions, Resources)", () => {
    const names = Object.keys(JobPatchSchema.fields)
    const removable = names.filter((name) => faults(JobPatchSchema, { [name]: null }).length === 0)
    assert.deepStrictEqual(removable, names.slice(3))
    assert.deepStrictEqual(names.slice(0, 3), ["title", "description", "status"])
  })
})

describe("a new job", () => {
  it("is a draft unless it says otherwise, made now (decisions, Resources)", () => {
    const made = (input: NewJob) => Result.getOrThrow(createJob(organizationId, input, { id, nowMs }))
    const job = { id, ...required, created_at: now, updated_at: now }
    assert.deepStrictEqual(made(required).next, { ...job, status: "DRAFT" })
    const { entries, next } = made({ ...required, status: "OPEN" })
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
    assert.deepStrictEqual(refusal(createJob(organizationId, { ...required, ...salary }, { id, nowMs })), [...expected])
  )

  it("whose external_id another one has is refused with its id (decisions, Resources)", () => {
    const [detail] = jobConflict(id).details ?? []
    assert.deepStrictEqual(detail, {
      in: "body",
      path: "/external_id",
      code: "conflict",
      message: "belongs to the job job_a"
    })
    assert.strictEqual(jobConflict(undefined).details?.[0]?.message, "belongs to another job")
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
