/**
 * The time that the persons of applications are kept (recruiting 9, the setting `retention_days`): the moment from which it counts, and its end.
 *
 * Applications that were never confirmed have times of their own (`UnconfirmedApplication.ts`).
 */
import * as Schema from "effect/Schema"

import type { Application } from "./Application.ts"
import type { Job } from "./Job.ts"
import { dayMs } from "./StorageQuota.ts"
import { type Timestamp, timestampToMillis } from "./Timestamp.ts"

/** The states from whose entry the time counts: final ones, and `REJECTED`, which an employer can still restore. */
export const endedStates = ["REJECTED", "HIRED", "DECLINED", "WITHDRAWN"] as const

const hasEnded = Schema.is(Schema.Literals(endedStates))

/** The members of an application on which its time is judged. */
export type RetainedApplication = Pick<Application, "candidate" | "state" | "state_entered_at" | "updated_at">

/** The members of its job on which it is judged. */
export type RetainedJob = Pick<Job, "status" | "updated_at">

/** The moments from which the time of a person counts, in milliseconds; the first that is long enough ago ends it. */
const countedFromMs = (application: RetainedApplication, job: RetainedJob | undefined): ReadonlyArray<number> => {
  const at = (moment: Timestamp) => timestampToMillis(moment)
  return [
    ...(hasEnded(application.state) ? [at(application.state_entered_at)] : []),
    ...(job?.status === "CLOSED" && job.updated_at !== undefined
      ? [Math.max(at(application.updated_at), at(job.updated_at))]
      : [])
  ]
}

/** Whether the time of the person of an application is over. It never is with 0 days. */
export const isRetentionOver = (
  days: number,
  {
    application,
    job,
    nowMs
  }: { readonly application: RetainedApplication; readonly job: RetainedJob | undefined; readonly nowMs: number }
): boolean =>
  days > 0 &&
  application.candidate !== undefined &&
  countedFromMs(application, job).some((fromMs) => fromMs <= nowMs - days * dayMs)
