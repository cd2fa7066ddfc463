/**
 * The job record: what the specification shows, and what was decided beside it.
 */
import { assert, describe, it } from "@effect/vitest"
import { JobId } from "../src/Ids.ts"
import { isPastClosing, isSeenByAgency, isSeenByAll, Job, JobStatus, noTie } from "../src/Job.ts"
import { faults } from "./support.ts"

describe("a job (decisions, Resources)", () => {
  it("has these members beside id, title and description, and no other", () =>
    assert.deepStrictEqual(Object.keys(Job.fields).slice(3), [
      "status",
      "location",
      "workplace_type",
      "country_code",
      "city",
      "employment_type",
      "department",
      "openings",
      "salary_min_cents",
      "salary_max_cents",
      "currency",
      "agency_access",
      "salary_period",
      "hiring_manager_id",
      "recruiting_contact_id",
      "description_format",
      "closes_on",
      "apply_url",
      "custom_fields",
      "questions",
      "close_reason",
      "hired_count",
      "external_id",
      "created_at",
      "updated_at"
    ]))

  it("is a draft, open, on hold or closed", () =>
    assert.deepStrictEqual([...JobStatus.literals], ["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]))

  it("is seen by every agency unless it is a draft or ASSIGNED (recruiting 3)", () => {
    const job: Job = { id: JobId.make("job_1"), title: "", description: "" }
    const seen = (access: Pick<Job, "agency_access">) =>
      JobStatus.literals.filter((status) => isSeenByAll({ ...job, ...access, status }))
    assert.deepStrictEqual(seen({}), ["OPEN", "ON_HOLD", "CLOSED"])
    assert.deepStrictEqual(seen({ agency_access: "ALL" }), ["OPEN", "ON_HOLD", "CLOSED"])
    assert.deepStrictEqual(seen({ agency_access: "ASSIGNED" }), [])
    assert.isTrue(isSeenByAll(job))
  })

  it.for([
    ["DRAFT", "ASSIGNED", { isAssigned: true }, false],
    ["OPEN", "ASSIGNED", {}, false],
    ["CLOSED", "ASSIGNED", { isAssigned: true }, true],
    ["OPEN", "ASSIGNED", { hasApplied: true }, true],
    ["DRAFT", "ALL", { hasApplied: true }, true],
    ["DRAFT", "ALL", {}, false]
  ] as const)("that is %s and %s is seen by an agency with %j: %s (recruiting 3)", ([status, access, tie, expected]) =>
    assert.strictEqual(isSeenByAgency({ status, agency_access: access }, { ...noTie, ...tie }), expected)
  )

  it.for([
    ["status", "DELETED", "not_allowed"],
    ["currency", "eur", "format"],
    ["openings", -1, "format"],
    ["salary_min_cents", 0.5, "format"],
    ["workplace_type", "OFFICE", "not_allowed"],
    ["country_code", "de", "format"],
    ["closes_on", "2026-02-30", "format"],
    ["hired_count", -1, "format"]
  ] as const)("may not have the %s %j", ([member, value, code]) =>
    assert.deepStrictEqual(faults(Job, { id: "job_1", title: "", description: "", [member]: value }), [
      `/${member} ${code}`
    ])
  )
})

describe("the last day of a job (recruiting 4)", () => {
  it.for([
    [undefined, "2026-05-01T00:00:00.000Z", false],
    ["2026-04-30", "2026-04-30T00:00:00.000Z", false],
    ["2026-04-30", "2026-04-30T23:59:59.999Z", false],
    ["2026-04-30", "2026-05-01T00:00:00.000Z", true],
    ["2025-12-31", "2026-01-01T00:00:00.000Z", true]
  ] as const)("%s is over at %s: %s", ([closes_on, now, isOver]) =>
    assert.strictEqual(isPastClosing(closes_on === undefined ? {} : { closes_on }, Date.parse(now)), isOver)
  )
})
