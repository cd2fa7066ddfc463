/**
 * The ownership of people for jobs: that of the stored applications, changed by the lines so far. One line of a file may own the person of a
 * later one. Knows no store.
 */
import type { Application } from "@partner-api/domain/Application"
import { isContending, isOwning } from "@partner-api/domain/ApplicationState"
import type { ApplicantOwnership } from "@partner-api/domain/commands/ApplicationImport"
import { personalEmail } from "@partner-api/domain/Email"
import type { AgencyId, JobId } from "@partner-api/domain/Ids"
import type { ContendingApplication } from "@partner-api/service/store/ApplicationStore"

/** The ownership of an unknown person. */
export const unowned: ApplicantOwnership = { isOwned: false, unconfirmedBy: [] }

const keyOf = (jobId: JobId, email: string): string => `${jobId} ${personalEmail(email)}`

/** The list without one of its agencies. */
const without = (agencies: ReadonlyArray<AgencyId>, agencyId: AgencyId): ReadonlyArray<AgencyId> => {
  const index = agencies.indexOf(agencyId)
  return agencies.filter((_, at) => at !== index)
}

/** The ownership with one application more, or one less. */
const counted = (
  { isOwned, unconfirmedBy }: ApplicantOwnership,
  { agency_id, state }: Pick<Application, "agency_id" | "state">,
  by: 1 | -1
): ApplicantOwnership =>
  isOwning(state)
    ? { isOwned: by === 1, unconfirmedBy }
    : { isOwned, unconfirmedBy: by === 1 ? [...unconfirmedBy, agency_id] : without(unconfirmedBy, agency_id) }

export const makeOwnerships = () => {
  const ownerships = new Map<string, ApplicantOwnership>()

  const count = (application: Pick<Application, "agency_id" | "state" | "job_id">, email: string, by: 1 | -1): void => {
    if (!isContending(application.state)) return
    const key = keyOf(application.job_id, email)
    ownerships.set(key, counted(ownerships.get(key) ?? unowned, application, by))
  }

  return {
    /** The ownership of a person for a job. */
    of: (jobId: JobId, email: string): ApplicantOwnership => ownerships.get(keyOf(jobId, email)) ?? unowned,
    /** Adds stored applications. Skips people whom the lines so far have changed. */
    learn: (stored: ReadonlyArray<ContendingApplication>): void => {
      const known = new Set(stored.map(({ email, jobId }) => keyOf(jobId, email)).filter((key) => ownerships.has(key)))
      for (const { agencyId, email, jobId, state } of stored) {
        if (!known.has(keyOf(jobId, email))) count({ agency_id: agencyId, job_id: jobId, state }, email, 1)
      }
    },
    /** Counts the change of an application by a line. */
    move: (before: Application | undefined, after: Application): void => {
      if (before?.candidate !== undefined) count(before, before.candidate.email, -1)
      if (after.candidate !== undefined) count(after, after.candidate.email, 1)
    }
  }
}
