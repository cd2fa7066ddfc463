/**
 * The filters of the list of applications (decisions, Filters).
 */
import * as Schema from "effect/Schema"

import type { Application } from "./Application.ts"
import { ApplicationState } from "./ApplicationState.ts"
import { Email, normalizeEmail } from "./Email.ts"
import { anyOf, sinceMs, UpdatedSince } from "./Filter.ts"
import { AgencyId, ExternalId, JobId } from "./Ids.ts"

/** Filters of applications; every one that is given must be met. */
export const ApplicationFilter = Schema.Struct({
  state: Schema.optionalKey(
    anyOf(ApplicationState).annotate({
      description: "Applications in this state; may come several times",
      examples: [["AWAITING_SORT"]]
    })
  ),
  job_id: Schema.optionalKey(JobId.annotate({ description: "Applications for this job" })),
  agency_id: Schema.optionalKey(AgencyId.annotate({ description: "Applications of this agency" })),
  email: Schema.optionalKey(
    Email.pipe(
      Schema.annotateEncoded({
        description: "Applications of this person, whatever the email's case",
        examples: ["grace@example.com"]
      })
    )
  ),
  external_id: Schema.optionalKey(
    ExternalId.annotate({
      description: "Applications that the system of their agency calls so",
      examples: ["CAND-7"]
    })
  ),
  updated_since: Schema.optionalKey(UpdatedSince)
})
export type ApplicationFilter = typeof ApplicationFilter.Type

/** Whether an application that was last written at a moment meets a filter. An erased one has no email and no external id. */
export const meetsApplicationFilter = (
  { agency_id, email, external_id, job_id, state, updated_since }: ApplicationFilter,
  application: Application,
  writtenAtMs: number
): boolean =>
  (state === undefined || state.includes(application.state)) &&
  (job_id === undefined || application.job_id === job_id) &&
  (agency_id === undefined || application.agency_id === agency_id) &&
  (email === undefined ||
    (application.candidate !== undefined && normalizeEmail(application.candidate.email) === normalizeEmail(email))) &&
  (external_id === undefined || application.external_id === external_id) &&
  (updated_since === undefined || writtenAtMs >= sinceMs(updated_since))
