/**
 * The commands of assignments: terms, exclusivity, the moment of an assignment, and what a submission is refused for (recruiting 3).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { ApplicationState } from "../src/ApplicationState.ts"
import {
  activateAssignment,
  assignmentRemoved,
  countsAsSubmission,
  putAssignment,
  refusedSubmission
} from "../src/commands/JobAssignment.ts"
import { AgencyId, JobId, OrganizationId } from "../src/Ids.ts"
import type { Job } from "../src/Job.ts"
import type { JobAssignment, NewJobAssignment } from "../src/JobAssignment.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const organizationId = OrganizationId.make("org_a")
const [agencyId, rival] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
const nowMs = 1_000_000
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const job: Job = { id: JobId.make("job_a"), title: "A", description: "B", status: "OPEN", agency_access: "ASSIGNED" }

const assignmentOf = (agency_id: AgencyId, more: Partial<JobAssignment> = {}): JobAssignment => ({
  job_id: job.id,
  agency_id,
  status: "ACTIVE",
  created_at: at(-5),
  updated_at: at(-5),
  ...more
})
const put = (input: NewJobAssignment, assignments: ReadonlyArray<JobAssignment> = [], of: Job = job) =>
  putAssignment(input, { organizationId, agencyId, job: of, assignments, nowMs })
const done = (...given: Parameters<typeof put>) => Result.getOrThrow(put(...given))
/** The member that a refusal names, or nothing where it names none. */
const refused = (...given: Parameters<typeof put>) =>
  Result.match(put(...given), {
    onFailure: ({ code, details }) => [code, ...(details ?? []).map(({ path }) => path)],
    onSuccess: () => []
  })

describe("an assignment that is put (recruiting 3)", () => {
  it.for([
    [{}, "ACTIVE"],
    [{ visible_from: at(0) }, "ACTIVE"],
    [{ visible_from: at(-1) }, "ACTIVE"],
    [{ visible_from: at(1) }, "PENDING"]
  ] as const)("with %j is %s", ([input, status]) => assert.strictEqual(done(input).next.status, status))

  it("is marked as changed when its terms change, and stays the very same under the same terms", () => {
    const stored = assignmentOf(agencyId, { submission_limit: 3, instructions: "Call." })
    const { entries, next } = done({ submission_limit: 4 }, [stored])
    assert.deepStrictEqual(next, assignmentOf(agencyId, { submission_limit: 4, updated_at: at(0) }))
    assert.deepStrictEqual(
      entries.map(({ action, changed, agency_id }) => [action, changed, agency_id]),
      [["job.assignment_set", ["submission_limit", "instructions"], agencyId]]
    )
    const same = done({ submission_limit: 3, instructions: "Call." }, [stored])
    assert.deepStrictEqual([same.next, same.entries], [stored, []])
  })

  it.for<[what: string, input: NewJobAssignment, others: ReadonlyArray<JobAssignment>, of: Job, path: string]>([
    [
      "visible_from on a job that is ALL",
      { visible_from: at(9) },
      [],
      { ...job, agency_access: "ALL" },
      "/visible_from"
    ],
    [
      "exclusive_until on one without an access",
      { exclusive_until: at(9) },
      [],
      { id: job.id, title: "A", description: "B" },
      "/exclusive_until"
    ],
    [
      "exclusive_until beside an active one",
      { exclusive_until: at(9) },
      [assignmentOf(rival)],
      job,
      "/exclusive_until"
    ],
    [
      "exclusive_until beside one that begins before it",
      { exclusive_until: at(9) },
      [assignmentOf(rival, { status: "PENDING", visible_from: at(8) })],
      job,
      "/exclusive_until"
    ],
    ["none beside an exclusive one", {}, [assignmentOf(rival, { exclusive_until: at(9) })], job, "/visible_from"],
    [
      "a moment before the end of an exclusive one",
      { visible_from: at(8) },
      [assignmentOf(rival, { exclusive_until: at(9) })],
      job,
      "/visible_from"
    ],
    ["a later moment once it is active", { visible_from: at(1) }, [assignmentOf(agencyId)], job, "/visible_from"]
  ])("is refused for %s", ([, input, others, of, path]) =>
    assert.deepStrictEqual(refused(input, others, of), ["conflict", path])
  )

  it.for<[what: string, input: NewJobAssignment, others: ReadonlyArray<JobAssignment>]>([
    ["an exclusive end that has passed, beside an active one", { exclusive_until: at(0) }, [assignmentOf(rival)]],
    ["the end of an exclusive one", { visible_from: at(9) }, [assignmentOf(rival, { exclusive_until: at(9) })]],
    ["an exclusive one whose end has passed", {}, [assignmentOf(rival, { exclusive_until: at(0) })]],
    [
      "a moment from before the end of an exclusive one that has passed",
      { visible_from: at(-9) },
      [assignmentOf(rival, { exclusive_until: at(-1) })]
    ],
    [
      "an exclusive time before another begins",
      { exclusive_until: at(9) },
      [assignmentOf(rival, { status: "PENDING", visible_from: at(9) })]
    ],
    ["an exclusive time of its own", { exclusive_until: at(20) }, [assignmentOf(agencyId, { exclusive_until: at(9) })]]
  ])("is taken with %s", ([, input, others]) => assert.deepStrictEqual(refused(input, others), []))

  it("is refused beside 1,000 others", () => {
    const others = Array.from({ length: 1_000 }, (_, index) => assignmentOf(AgencyId.make(`agy_${index}`)))
    assert.deepStrictEqual(refused({}, others), ["conflict"])
    assert.deepStrictEqual(refused({}, others.slice(1)), [])
  })
})

describe("the readers of its events (recruiting 3)", () => {
  const readerOf = (input: NewJobAssignment, of: Job) => done(input, [], of).entries[0]?.audience?.agencyId

  it("are its agency once it sees the job, and nobody else", () => {
    assert.strictEqual(readerOf({}, job), agencyId)
    assert.isUndefined(readerOf({ visible_from: at(1) }, job))
    assert.isUndefined(readerOf({}, { ...job, status: "DRAFT" }))
    const removed = (stored: JobAssignment, of = job) => assignmentRemoved({ organizationId, job: of }, stored).audience
    assert.strictEqual(removed(assignmentOf(agencyId))?.agencyId, agencyId)
    assert.isUndefined(removed(assignmentOf(agencyId, { status: "PENDING" }))?.agencyId)
    assert.isUndefined(removed(assignmentOf(agencyId), { ...job, status: "DRAFT" })?.agencyId)
  })
})

describe("a pending assignment (recruiting 3)", () => {
  const pending = (offsetMs: number) => assignmentOf(agencyId, { status: "PENDING", visible_from: at(offsetMs) })
  const activated = (stored: JobAssignment) => activateAssignment({ organizationId, job, nowMs }, stored)

  it("becomes active at its moment, and not before", () => {
    const { entries, next } = activated(pending(0))
    assert.deepStrictEqual(next, { ...pending(0), status: "ACTIVE", updated_at: at(0) })
    assert.deepStrictEqual(
      entries.map(({ action }) => action),
      ["job.assigned"]
    )
    for (const stored of [pending(1), assignmentOf(agencyId)]) {
      assert.deepStrictEqual(activated(stored), { next: stored, entries: [] })
    }
  })
})

describe("a submission (recruiting 3)", () => {
  it("counts towards the limit unless it is DECLINED or WITHDRAWN", () =>
    assert.deepStrictEqual(ApplicationState.literals.filter((state) => !countsAsSubmission(state)).toSorted(), [
      "DECLINED",
      "WITHDRAWN"
    ]))

  const limited = assignmentOf(agencyId, { submission_limit: 2 })

  it.for([
    ["of an assigned agency", { job, assignment: assignmentOf(agencyId), submissions: 9 }, false],
    ["below the limit", { job, assignment: limited, submissions: 1 }, false],
    ["at the limit", { job, assignment: limited, submissions: 2 }, true],
    ["without an assignment", { job, assignment: undefined, submissions: 0 }, true],
    ["before the assignment begins", { job, assignment: { ...limited, status: "PENDING" }, submissions: 0 }, true],
    ["for a job that is ALL", { job: { ...job, agency_access: "ALL" }, assignment: undefined, submissions: 0 }, false],
    [
      "at the limit for a job that is ALL",
      { job: { ...job, agency_access: "ALL" }, assignment: limited, submissions: 2 },
      true
    ]
  ] as const)("%s is refused: %s", ([, sight, isRefused]) =>
    assert.strictEqual(refusedSubmission(sight)?.code, isRefused ? "conflict" : undefined)
  )
})
