/**
 * The open applications of people for jobs: the stored ones, changed by the lines so far. One line of a file may own the person of a later one. Knows no store.
 */
import type { Application } from "@partner-api/domain/Application"
import { isOpen } from "@partner-api/domain/ApplicationState"
import { type OpenApplication, openApplicationOf } from "@partner-api/domain/commands/ApplicationImport"
import { personalEmail } from "@partner-api/domain/Email"
import type { JobId } from "@partner-api/domain/Ids"
import type { OpenApplicant } from "@partner-api/service/store/ApplicationStore"

/** The open applications of an unknown person. */
const none: ReadonlyArray<OpenApplication> = []

const keyOf = (jobId: JobId, email: string): string => `${jobId} ${personalEmail(email)}`

/** The applications without one that stands as this one does. */
const without = (some: ReadonlyArray<OpenApplication>, one: OpenApplication): ReadonlyArray<OpenApplication> => {
  const index = some.findIndex(({ agencyId, state }) => agencyId === one.agencyId && state === one.state)
  return some.filter((_, at) => at !== index)
}

export const makeOpenApplications = () => {
  const people = new Map<string, ReadonlyArray<OpenApplication>>()

  const of = (jobId: JobId, email: string): ReadonlyArray<OpenApplication> => people.get(keyOf(jobId, email)) ?? none

  const put = (jobId: JobId, email: string, open: ReadonlyArray<OpenApplication>): void => {
    people.set(keyOf(jobId, email), open)
  }

  return {
    /** The open applications of a person for a job. */
    of,
    /** Adds stored applications. Skips people whom the lines so far have changed. */
    learn: (stored: ReadonlyArray<OpenApplicant>): void => {
      const known = new Set(people.keys())
      for (const one of stored) {
        const { email, jobId } = one
        if (!known.has(keyOf(jobId, email))) put(jobId, email, [...of(jobId, email), one])
      }
    },
    /** Counts the change of an application by a line: a new one, or another person. */
    move: (before: Application | undefined, after: Application, nowMs: number): void => {
      const { candidate, job_id } = after
      const former = before?.candidate
      if (!isOpen(after.state)) return
      const one = openApplicationOf(after, nowMs)
      if (former !== undefined) put(job_id, former.email, without(of(job_id, former.email), one))
      if (candidate !== undefined) put(job_id, candidate.email, [...of(job_id, candidate.email), one])
    }
  }
}
