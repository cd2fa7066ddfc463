/**
 * Commands that change jobs.
 */
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { customFieldsProblems } from "../CustomFields.ts"
import { InvalidTransition, UnprocessableEntity } from "../Errors.ts"
import type { JobId, OrganizationId } from "../Ids.ts"
import {
  closeReasonProblems,
  closeReasonProblemsOf,
  isSeenByAll,
  Job,
  type JobStatus,
  jobTransitions,
  salaryProblems,
  salaryProblemsAfter,
  sameJob,
  userProblems
} from "../Job.ts"
import type { JobPatch, NewJob } from "../JobWrites.ts"
import { type Decision, type JournalEntry, ofJob } from "../Journal.ts"
import type { AgencyAccess } from "../OrganizationSettings.ts"
import { patching } from "../MergePatch.ts"
import type { Problem } from "../Problem.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { timestampFromMillis } from "../Timestamp.ts"

const patched = patching(Job)
const members = Struct.keys(Job.fields)

/** The refusal of a job that contradicts itself. */
const contradicting = (details: ReadonlyArray<Problem>) =>
  new UnprocessableEntity({ message: "The job contradicts itself.", details })

/** The stored state on which a write of a job is decided, beside the job. */
export interface JobFacts {
  /** The active users among those that the write names. */
  readonly activeUsers: ReadonlySet<string>
  readonly nowMs: number
}

/**
 * Creates a job, with the `access` that the organization has set unless it has its own. Fails where its members contradict each other. The store checks
 * that its `external_id` is free.
 */
export const createJob = (
  organizationId: OrganizationId,
  input: NewJob,
  { access, activeUsers, id, nowMs }: JobFacts & { readonly id: JobId; readonly access: AgencyAccess }
): Result.Result<Decision<Job>, UnprocessableEntity> => {
  const problems = [...salaryProblems(input), ...closeReasonProblems(input), ...userProblems(input, {}, activeUsers)]
  if (problems.length > 0) return Result.fail(contradicting(problems))
  const now = timestampFromMillis(nowMs)
  const next: Job = {
    id,
    agency_access: access,
    ...input,
    status: input.status ?? "DRAFT",
    created_at: now,
    updated_at: now
  }
  return Result.succeed({
    next,
    entries: [ofJob({ organizationId, action: "job.created", resource_id: id, changed: Object.keys(input) }, next)]
  })
}

/** The refusal of a status that a job cannot take after its present one. */
const noSuchMove = (from: JobStatus): InvalidTransition => {
  const allowed = jobTransitions[from].join(" or ")
  return new InvalidTransition({
    message: `The status of the job is ${from}. It can become ${allowed}.`,
    details: [{ in: "body", path: "/status", code: "not_allowed", message: `must be ${allowed}` }]
  })
}

/** Fails where a patch sets a status that a job cannot take after its present one. A job without a status can take any. */
const checkMove = ({ status: from }: Job, { status: to }: JobPatch): Result.Result<void, InvalidTransition> =>
  to === undefined || to === from || from === undefined || jobTransitions[from].includes(to)
    ? Result.void
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

/** Members that the service generates. */
const generated: ReadonlyArray<string> = ["id", "created_at", "updated_at"]

/**
 * The entry of a job that is not open to all agencies any more. Its event has the id alone, and every agency reads it that could see the job: those that see
 * it still get the entry of the change after it.
 */
const jobRestricted = (organizationId: OrganizationId, before: Job): JournalEntry => ({
  organizationId,
  action: "job.restricted",
  resource_id: before.id,
  changed: ["agency_access"],
  event: { type: "job.restricted", data: { job: { id: before.id }, changed: ["agency_access"] } },
  audience: {
    onlyClientId: undefined,
    agencyId: undefined,
    isForAgencies: isSeenByAll(before),
    readersOfJob: undefined
  }
})

/** The entries of a changed job. */
const jobChanged = (organizationId: OrganizationId, before: Job, after: Job): ReadonlyArray<JournalEntry> => {
  const move = after.status === before.status ? undefined : after.status
  const isRestricted = after.agency_access === "ASSIGNED" && before.agency_access !== "ASSIGNED"
  return [
    ...(isRestricted ? [jobRestricted(organizationId, before)] : []),
    ofJob(
      {
        organizationId,
        action: actionOf(move),
        resource_id: before.id,
        changed: members.filter((name) => !generated.includes(name) && !Equal.equals(after[name], before[name])),
        ...(move === undefined ? {} : { before: statusOf(before), after: statusOf(after) })
      },
      after
    )
  ]
}

/** The entry of an imported job. */
const jobBrought = (organizationId: OrganizationId, job: Job): JournalEntry =>
  ofJob(
    {
      organizationId,
      action: "job.created",
      resource_id: job.id,
      changed: members.filter((name) => !generated.includes(name) && job[name] !== undefined)
    },
    job
  )

/** The entries of a job that an import has added or changed. */
export const jobImported = (
  organizationId: OrganizationId,
  before: Job | undefined,
  after: Job
): ReadonlyArray<JournalEntry> =>
  before === undefined ? [jobBrought(organizationId, after)] : jobChanged(organizationId, before, after)

/**
 * Changes a job. A patch with the present values changes nothing, and has no entry. Fails where the job cannot take the status of the patch, or where its
 * members would contradict each other.
 */
export const patchJob = (
  organizationId: OrganizationId,
  stored: Job,
  patch: JobPatch,
  { activeUsers, nowMs }: JobFacts
): Result.Result<Decision<Job>, UnprocessableEntity | InvalidTransition> =>
  Result.gen(function* () {
    const merged = yield* Result.mapError(patched(stored, patch), contradicting)
    if (sameJob(merged, stored)) return { next: stored, entries: [] }
    yield* checkMove(stored, patch)
    const problems = [
      ...salaryProblemsAfter(merged, patch),
      ...customFieldsProblems(patch.custom_fields === undefined ? undefined : merged.custom_fields),
      ...closeReasonProblemsOf(patch, stored),
      ...userProblems(merged, stored, activeUsers)
    ]
    if (problems.length > 0) return yield* Result.fail(contradicting(problems))
    const members = merged.status === "CLOSED" ? merged : Struct.omit(merged, ["close_reason"])
    const next = { ...members, updated_at: timeOfChange(stored.updated_at, nowMs) }
    return { next, entries: jobChanged(organizationId, stored, next) }
  })

/** A job whose number of hires differs by one; it is never less than none. */
const withHires = (organizationId: OrganizationId, stored: Job, by: 1 | -1, nowMs: number): Decision<Job> => {
  const next: Job = {
    ...stored,
    hired_count: Math.max(0, (stored.hired_count ?? 0) + by),
    updated_at: timeOfChange(stored.updated_at, nowMs)
  }
  return { next, entries: jobChanged(organizationId, stored, next) }
}

/** Counts one more person who was hired for a job. */
export const countHire = (organizationId: OrganizationId, stored: Job, nowMs: number): Decision<Job> =>
  withHires(organizationId, stored, 1, nowMs)

/** Takes a hire of a job back: it was undone, or the person left within the guarantee. */
export const uncountHire = (organizationId: OrganizationId, stored: Job, nowMs: number): Decision<Job> =>
  withHires(organizationId, stored, -1, nowMs)
