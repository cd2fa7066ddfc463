/**
 * The filters of the list of placements (recruiting 8).
 */
import * as Schema from "effect/Schema"

import { anyOf, sinceMs, UpdatedSince } from "./Filter.ts"
import { AgencyId, ApplicationId, JobId } from "./Ids.ts"
import type { Placement } from "./Placement.ts"
import { PlacementStatus } from "./PlacementStatus.ts"
import { SettlementStatus } from "./Settlement.ts"

/** Filters of placements; every one that is given must be met. */
export const PlacementFilter = Schema.Struct({
  status: Schema.optionalKey(
    anyOf(PlacementStatus).annotate({
      description: "Placements with this status; may come several times",
      examples: [["IN_GUARANTEE"]]
    })
  ),
  settlement_status: Schema.optionalKey(
    anyOf(SettlementStatus).annotate({
      description: "Placements whose settlement has this status; may come several times",
      examples: [["DUE"]]
    })
  ),
  agency_id: Schema.optionalKey(AgencyId.annotate({ description: "Placements of this agency" })),
  job_id: Schema.optionalKey(JobId.annotate({ description: "Placements in this job" })),
  application_id: Schema.optionalKey(ApplicationId.annotate({ description: "Placements of this application" })),
  updated_since: Schema.optionalKey(UpdatedSince)
})
export type PlacementFilter = typeof PlacementFilter.Type

/** Whether a placement that was last written at a moment meets a filter. */
export const meetsPlacementFilter = (
  { agency_id, application_id, job_id, settlement_status, status, updated_since }: PlacementFilter,
  placement: Placement,
  writtenAtMs: number
): boolean =>
  (status === undefined || status.includes(placement.status)) &&
  (settlement_status === undefined ||
    (placement.settlement !== undefined && settlement_status.includes(placement.settlement.status))) &&
  (agency_id === undefined || placement.agency_id === agency_id) &&
  (job_id === undefined || placement.job_id === job_id) &&
  (application_id === undefined || placement.application_id === application_id) &&
  (updated_since === undefined || writtenAtMs >= sinceMs(updated_since))
