/**
 * The agencies that see each job, in memory: from the assignments and the applications, by the rule of the domain.
 */
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { isSeenByAgency, isSeenByAll, type Job, type JobTie } from "@partner-api/domain/Job"
import type { JobAssignment } from "@partner-api/domain/JobAssignment"
import { applications } from "./MemoryApplicationStore.ts"
import { type MemoryState, recordKind, tableOf } from "./MemoryState.ts"

/** The key of an assignment among those of its organization: identifiers have no blank. */
export const assignmentKey = (jobId: string, agencyId: string): string => `${jobId} ${agencyId}`

export const assignments = recordKind<JobAssignment>("job assignments", ({ agency_id, job_id }) =>
  assignmentKey(job_id, agency_id)
)

/** The relation of an agency to each job. It looks through assignments and applications once, when the first job is requested. */
const tiesOf = (state: MemoryState, organizationId: OrganizationId, agencyId: AgencyId) => {
  let applied: ReadonlySet<string> | undefined
  return (jobId: JobId): JobTie => {
    applied ??= new Set(
      tableOf(state, organizationId, applications)
        .after("", Number.POSITIVE_INFINITY)
        .flatMap(({ application }) => (application.agency_id === agencyId ? [application.job_id] : []))
    )
    const assignment = tableOf(state, organizationId, assignments).find(assignmentKey(jobId, agencyId))
    return { isAssigned: assignment?.status === "ACTIVE", hasApplied: applied.has(jobId) }
  }
}

/** Whether a view shows a job: that of the employer, or that of an agency. */
export const showsJob = (
  state: MemoryState,
  organizationId: OrganizationId,
  agencyId: AgencyId | undefined
): ((job: Job) => boolean) => {
  if (agencyId === undefined) return () => true
  const tieOf = tiesOf(state, organizationId, agencyId)
  return (job) => isSeenByAll(job) || isSeenByAgency(job, tieOf(job.id))
}

/** The agencies that see a job which is not open to all of them. */
export const readersOf = (state: MemoryState, organizationId: OrganizationId, job: Job): ReadonlySet<AgencyId> => {
  const tied = [
    ...tableOf(state, organizationId, assignments).rows.flatMap(({ agency_id, job_id }) =>
      job_id === job.id ? [agency_id] : []
    ),
    ...tableOf(state, organizationId, applications)
      .after("", Number.POSITIVE_INFINITY)
      .flatMap(({ application }) => (application.job_id === job.id ? [application.agency_id] : []))
  ]
  return new Set([...new Set(tied)].filter((agencyId) => showsJob(state, organizationId, agencyId)(job)))
}
