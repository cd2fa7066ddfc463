/**
 * Commands that assign jobs to agencies: the write of an assignment, its removal, and the moment at which its agency begins to see the job.
 *
 * All pure: the job, its assignments and the present come in as arguments.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import type { ApplicationState } from "../ApplicationState.ts"
import { Conflict } from "../Errors.ts"
import type { EventAudience } from "../EventAudience.ts"
import type { AgencyId, OrganizationId } from "../Ids.ts"
import { isPublished, isSeenByAgency, type Job, noTie } from "../Job.ts"
import { assignmentsMax, JobAssignment, type NewJobAssignment, sameAssignment } from "../JobAssignment.ts"
import { type Decision, type JournalEntry, ofAssignment } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { type Timestamp, timestampFromMillis, timestampToMillis } from "../Timestamp.ts"

/** The stored state on which a write of an assignment is decided. */
export interface AssignmentFacts {
  readonly organizationId: OrganizationId
  readonly agencyId: AgencyId
  readonly job: Job
  /** Every assignment of the job. */
  readonly assignments: ReadonlyArray<JobAssignment>
  readonly nowMs: number
}

const conflict = (path: string, message: string, remedy: string): Conflict =>
  new Conflict({ message, details: [{ in: "body", path, code: "conflict", message: remedy }] })

const tooMany = new Conflict({
  message: `The job has ${assignmentsMax} assignments, and at most ${assignmentsMax}. Delete one of them first.`
})

const isAfter = (moment: Timestamp | undefined, nowMs: number): moment is Timestamp =>
  moment !== undefined && timestampToMillis(moment) > nowMs

/** The moment from which on an assignment shows the job: an absent one counts as now. */
const visibleFromMs = ({ visible_from }: Pick<JobAssignment, "visible_from">, nowMs: number): number =>
  visible_from === undefined ? nowMs : timestampToMillis(visible_from)

/** Refuses terms that a job cannot have which is open to all agencies. */
const checkAccess = (input: NewJobAssignment, { job }: AssignmentFacts): Conflict | undefined => {
  const member = (["visible_from", "exclusive_until"] as const).find((name) => input[name] !== undefined)
  return member === undefined || job.agency_access === "ASSIGNED"
    ? undefined
    : conflict(
        `/${member}`,
        `Every agency sees this job, so an assignment of it has no ${member}. Set agency_access of the job to ASSIGNED first, or leave out ${member}.`,
        "must be left out unless agency_access of the job is ASSIGNED"
      )
}

/** Refuses an exclusive assignment where another agency is assigned, or will be before its end. */
const checkOwnExclusivity = (
  { exclusive_until }: NewJobAssignment,
  others: ReadonlyArray<JobAssignment>,
  nowMs: number
): Conflict | undefined => {
  if (!isAfter(exclusive_until, nowMs)) return undefined
  const untilMs = timestampToMillis(exclusive_until)
  const other = others.find((one) => one.status === "ACTIVE" || visibleFromMs(one, nowMs) < untilMs)
  return other === undefined
    ? undefined
    : conflict(
        "/exclusive_until",
        `The job is assigned to the agency ${other.agency_id} before exclusive_until. Delete that assignment first, or leave out exclusive_until.`,
        `must be left out while the job is assigned to the agency ${other.agency_id}`
      )
}

/** Refuses an assignment that begins while the job is exclusive to another agency. */
const checkOthersExclusivity = (
  input: NewJobAssignment,
  others: ReadonlyArray<JobAssignment>,
  nowMs: number
): Conflict | undefined => {
  const fromMs = Math.max(visibleFromMs(input, nowMs), nowMs)
  const holder = others.find(({ exclusive_until }) => isAfter(exclusive_until, fromMs))
  return holder?.exclusive_until === undefined
    ? undefined
    : conflict(
        "/visible_from",
        `The job is exclusive to the agency ${holder.agency_id} until ${holder.exclusive_until}. Set visible_from to that moment or a later one.`,
        `must be ${holder.exclusive_until} or later`
      )
}

/** Refuses to take an agency the sight of a job by a later moment: only a removal does. */
const checkNotEarlier = (
  { visible_from }: NewJobAssignment,
  stored: JobAssignment | undefined,
  nowMs: number
): Conflict | undefined =>
  stored?.status === "ACTIVE" && isAfter(visible_from, nowMs)
    ? conflict(
        "/visible_from",
        "The assignment is ACTIVE: the agency sees the job already. Delete the assignment first, or leave out visible_from.",
        "must be left out, or not lie in the future, once the assignment is ACTIVE"
      )
    : undefined

/** The audience of an event of an assignment, beside the employer: its agency, if it sees the job by it. */
const audienceOf = ({ job }: Pick<AssignmentFacts, "job">, assignment: JobAssignment): EventAudience => ({
  onlyClientId: undefined,
  agencyId: assignment.status === "ACTIVE" && isPublished(job) ? assignment.agency_id : undefined,
  isForAgencies: false,
  readersOfJob: undefined
})

const members = Struct.keys(JobAssignment.fields)
const generated: ReadonlyArray<string> = ["job_id", "agency_id", "created_at", "updated_at"]

/** The entry of an assignment that was written. With the step to `ACTIVE`, it is that of a job that an agency begins to see. */
const assignmentWritten = (
  { job, organizationId }: Pick<AssignmentFacts, "job" | "organizationId">,
  before: JobAssignment | undefined,
  after: JobAssignment
): JournalEntry =>
  ofAssignment(
    {
      organizationId,
      action: after.status === "ACTIVE" && before?.status !== "ACTIVE" ? "job.assigned" : "job.assignment_set",
      resource_id: job.id,
      agency_id: after.agency_id,
      changed: members.filter((name) => !generated.includes(name) && before?.[name] !== after[name]),
      audience: audienceOf({ job }, after)
    },
    job,
    after
  )

/** The assignment of an agency among those of a job. */
export const assignmentOf = (
  assignments: ReadonlyArray<JobAssignment>,
  agencyId: AgencyId
): JobAssignment | undefined => assignments.find(({ agency_id }) => agency_id === agencyId)

/**
 * Sets the assignment of a job to an agency: a new one, or in the place of the one that is there. The same terms change nothing. Fails where the access of the
 * job, or the exclusivity of an assignment, does not allow it.
 */
export const putAssignment = (
  input: NewJobAssignment,
  facts: AssignmentFacts
): Result.Result<Decision<JobAssignment>, Conflict> => {
  const { agencyId, assignments, job, nowMs } = facts
  const stored = assignmentOf(assignments, agencyId)
  const others = assignments.filter(({ agency_id }) => agency_id !== agencyId)
  const refusal =
    checkAccess(input, facts) ??
    checkNotEarlier(input, stored, nowMs) ??
    checkOwnExclusivity(input, others, nowMs) ??
    checkOthersExclusivity(input, others, nowMs) ??
    (stored === undefined && others.length >= assignmentsMax ? tooMany : undefined)
  if (refusal !== undefined) return Result.fail(refusal)
  const now = timestampFromMillis(nowMs)
  const made: JobAssignment = {
    job_id: job.id,
    agency_id: agencyId,
    status: isAfter(input.visible_from, nowMs) ? "PENDING" : "ACTIVE",
    ...input,
    created_at: stored?.created_at ?? now,
    updated_at: stored?.updated_at ?? now
  }
  if (stored !== undefined && sameAssignment(made, stored)) return Result.succeed({ next: stored, entries: [] })
  const next = stored === undefined ? made : { ...made, updated_at: timeOfChange(stored.updated_at, nowMs) }
  return Result.succeed({ next, entries: [assignmentWritten(facts, stored, next)] })
}

/** Lets the agency of a pending assignment see the job. One that is active, or whose moment has not come, stays as it is. */
export const activateAssignment = (
  facts: Pick<AssignmentFacts, "job" | "organizationId" | "nowMs">,
  stored: JobAssignment
): Decision<JobAssignment> => {
  if (stored.status === "ACTIVE" || isAfter(stored.visible_from, facts.nowMs)) return { next: stored, entries: [] }
  const next: JobAssignment = {
    ...stored,
    status: "ACTIVE",
    updated_at: timeOfChange(stored.updated_at, facts.nowMs)
  }
  return { next, entries: [assignmentWritten(facts, stored, next)] }
}

/** The entry of an assignment that was removed. Its agency reads it, where it has seen the job by the assignment. */
export const assignmentRemoved = (
  { job, organizationId }: Pick<AssignmentFacts, "job" | "organizationId">,
  stored: JobAssignment
): JournalEntry => ({
  organizationId,
  action: "job.unassigned",
  resource_id: job.id,
  agency_id: stored.agency_id,
  changed: [],
  event: { type: "job.unassigned", data: { job: { id: job.id }, agency_id: stored.agency_id, changed: [] } },
  audience: audienceOf({ job }, stored)
})

/** Whether an application in this state counts towards the limit of an assignment. */
export const countsAsSubmission = (state: ApplicationState): boolean => state !== "DECLINED" && state !== "WITHDRAWN"

/** The facts by which a submission for an agency is judged, besides its person. */
export interface SubmissionSight {
  readonly job: Job
  /** The assignment of the agency. */
  readonly assignment: JobAssignment | undefined
  /** The number of applications of the agency for the job that count towards the limit. */
  readonly submissions: number
}

const notAssigned = new Conflict({
  message:
    "The agency is not assigned to this job, which takes applications of assigned agencies alone. Ask the employer for an assignment, or choose another job."
})

/** The refusal of a submission of an agency that is not assigned to the job, or that has submitted as often as its assignment allows. */
export const refusedSubmission = ({ assignment, job, submissions }: SubmissionSight): Conflict | undefined => {
  const isAssigned = assignment?.status === "ACTIVE"
  if (!isSeenByAgency(job, { ...noTie, isAssigned })) return notAssigned
  const limit = isAssigned ? assignment.submission_limit : undefined
  return limit === undefined || submissions < limit
    ? undefined
    : new Conflict({
        message: `The agency has ${submissions} applications for this job, and its assignment allows ${limit}. Withdraw one of them, or ask the employer for a higher submission_limit.`
      })
}
