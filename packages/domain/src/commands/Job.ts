/**
 * Commands that change jobs.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { Conflict, InvalidTransition, UnprocessableEntity } from "../Errors.ts"
import type { JobId, OrganizationId } from "../Ids.ts"
import { Job, type JobStatus, jobTransitions, salaryProblems, salaryProblemsAfter, sameJob } from "../Job.ts"
import type { JobPatch, NewJob } from "../JobWrites.ts"
import { type Decision, ofJob } from "../Journal.ts"
import { patching } from "../MergePatch.ts"
import type { Problem } from "../Problem.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { timestampFromMillis } from "../Timestamp.ts"

const patched = patching(Job)
const members = Struct.keys(Job.fields)

/** The refusal of a job that contradicts itself. */
const contradicting = (details: ReadonlyArray<Problem>) =>
  new UnprocessableEntity({ message: "The job contradicts itself.", details })

/** Creates a job. Fails when it contradicts itself; whether its `external_id` is free, the store knows. */
export const createJob = (
  organizationId: OrganizationId,
  input: NewJob,
  { id, nowMs }: { readonly id: JobId; readonly nowMs: number }
): Result.Result<Decision<Job>, UnprocessableEntity> => {
  const problems = salaryProblems(input)
  if (problems.length > 0) return Result.fail(contradicting(problems))
  const now = timestampFromMillis(nowMs)
  const next: Job = { id, ...input, status: input.status ?? "DRAFT", created_at: now, updated_at: now }
  return Result.succeed({
    next,
    entries: [ofJob({ organizationId, action: "job.created", resource_id: id, changed: Object.keys(input) }, next)]
  })
}

/** The refusal of a move that a job cannot make from where it stands. */
const noSuchMove = (from: JobStatus): InvalidTransition => {
  const allowed = jobTransitions[from].join(" or ")
  return new InvalidTransition({
    message: `The status of the job is ${from}. It can become ${allowed}.`,
    details: [{ in: "body", path: "/status", code: "not_allowed", message: `must be ${allowed}` }]
  })
}

/** Where a patch moves a job; nowhere when it names no status or the present one. A job whose status is not known goes anywhere. */
const moveOf = (
  { status: from }: Job,
  { status: to }: JobPatch
): Result.Result<JobStatus | undefined, InvalidTransition> =>
  to === undefined || to === from
    ? Result.succeed(undefined)
    : from === undefined || jobTransitions[from].includes(to)
      ? Result.succeed(to)
      : Result.fail(noSuchMove(from))

const actionOf = (move: JobStatus | undefined) => {
  switch (move) {
    case "OPEN":
      return "job.opened"
    case "ON_HOLD":
      return "job.held"
    case "CLOSED":
      return "job.closed"
    default:
      return "job.updated"
  }
}

const statusOf = ({ status }: Job) => (status === undefined ? {} : { status })

/**
 * Changes a job. What a patch says again is no change, and a patch that changes nothing has no entry. Fails when the job cannot move as
 * the patch says, or would contradict itself.
 */
export const patchJob = (
  organizationId: OrganizationId,
  stored: Job,
  patch: JobPatch,
  nowMs: number
): Result.Result<Decision<Job>, UnprocessableEntity | InvalidTransition> =>
  Result.gen(function* () {
    const merged = yield* Result.mapError(patched(stored, patch), contradicting)
    if (sameJob(merged, stored)) return { next: stored, entries: [] }
    const move = yield* moveOf(stored, patch)
    const problems = salaryProblemsAfter(merged, patch)
    if (problems.length > 0) return yield* Result.fail(contradicting(problems))
    const next = { ...merged, updated_at: timeOfChange(stored.updated_at, nowMs) }
    const entry = {
      organizationId,
      action: actionOf(move),
      resource_id: stored.id,
      changed: members.filter((name) => merged[name] !== stored[name]),
      ...(move === undefined ? {} : { before: statusOf(stored), after: statusOf(merged) })
    } as const
    return { next, entries: [ofJob(entry, next)] }
  })

/** What is answered to a job whose `external_id` another one has. */
export const jobConflict = (holder: JobId | undefined): Conflict =>
  new Conflict({
    message: "A job with this external_id exists already.",
    details: [
      {
        in: "body",
        path: "/external_id",
        code: "conflict",
        message: holder === undefined ? "belongs to another job" : `belongs to the job ${holder}`
      }
    ]
  })
