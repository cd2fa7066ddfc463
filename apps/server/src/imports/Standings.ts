/**
 * How people stand with jobs: what is stored, and over it what the lines so far made of that. One line of a file may own the person of a
 * later one. Knows no store.
 */
import type { Application } from "@partner-api/domain/Application"
import { isOwning, isStanding } from "@partner-api/domain/ApplicationState"
import type { Standing } from "@partner-api/domain/commands/ApplicationImport"
import { normalizeEmail } from "@partner-api/domain/Email"
import type { JobId } from "@partner-api/domain/Ids"
import type { StandingApplication } from "@partner-api/service/store/ApplicationStore"

/** How a person stands of whom nothing is known. */
export const alone: Standing = { isOwned: false, unconfirmed: 0 }

const keyOf = (jobId: JobId, email: string): string => `${jobId} ${normalizeEmail(email)}`

/** A person's standing with one application more, or one less. */
const counted = ({ isOwned, unconfirmed }: Standing, { state }: Pick<Application, "state">, by: 1 | -1): Standing =>
  isOwning(state) ? { isOwned: by === 1, unconfirmed } : { isOwned, unconfirmed: unconfirmed + by }

export const makeStandings = () => {
  const standings = new Map<string, Standing>()

  const count = (application: Pick<Application, "state" | "job_id">, email: string, by: 1 | -1): void => {
    if (!isStanding(application.state)) return
    const key = keyOf(application.job_id, email)
    standings.set(key, counted(standings.get(key) ?? alone, application, by))
  }

  return {
    /** How a person stands with a job. */
    of: (jobId: JobId, email: string): Standing => standings.get(keyOf(jobId, email)) ?? alone,
    /** Adds what is stored. Of a person who is known, the lines so far have made more than that. */
    learn: (stored: ReadonlyArray<StandingApplication>): void => {
      const known = new Set(stored.map(({ email, jobId }) => keyOf(jobId, email)).filter((key) => standings.has(key)))
      for (const { email, jobId, state } of stored) {
        if (!known.has(keyOf(jobId, email))) count({ job_id: jobId, state }, email, 1)
      }
    },
    /** Takes note of what a line made of an application. */
    move: (before: Application | undefined, after: Application): void => {
      if (before?.candidate !== undefined) count(before, before.candidate.email, -1)
      if (after.candidate !== undefined) count(after, after.candidate.email, 1)
    }
  }
}
