/**
 * The job record: what the specification shows, and what was decided beside it.
 */
import { assert, describe, it } from "@effect/vitest"
import { JobId } from "../src/Ids.ts"
import { isShownToAgencies, Job, JobStatus } from "../src/Job.ts"
import { faults } from "./support.ts"

describe("a job (decisions, Resources)", () => {
  it("has these members beside id, title and description, and no other", () =>
    assert.deepStrictEqual(Object.keys(Job.fields).slice(3), [
      "status",
      "location",
      "employment_type",
      "openings",
      "salary_min_cents",
      "salary_max_cents",
      "currency",
      "external_id",
      "created_at",
      "updated_at"
    ]))

  it("is a draft, open, on hold or closed", () =>
    assert.deepStrictEqual([...JobStatus.literals], ["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]))

  it("is shown to agencies unless it is a draft (decisions, Tokens)", () => {
    const job = { id: JobId.make("job_1"), title: "", description: "" }
    assert.deepStrictEqual(
      [...JobStatus.literals].filter((status) => isShownToAgencies({ ...job, status })),
      ["OPEN", "ON_HOLD", "CLOSED"]
    )
    assert.isTrue(isShownToAgencies(job))
  })

  it.for([
    ["status", "DELETED", "not_allowed"],
    ["currency", "eur", "format"],
    ["openings", -1, "format"],
    ["salary_min_cents", 0.5, "format"]
  ] as const)("may not have the %s %j", ([member, value, code]) =>
    assert.deepStrictEqual(faults(Job, { id: "job_1", title: "", description: "", [member]: value }), [
      `/${member} ${code}`
    ])
  )
})
