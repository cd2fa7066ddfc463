/**
 * Made-up placements of the made-up hires: each person has started, without a guarantee, so what the fee is settled to does not depend on the day.
 */
import type { Application } from "@partner-api/domain/Application"
import { movePlacement, placeHire, type PlacementError } from "@partner-api/domain/commands/Placement"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { Decision } from "@partner-api/domain/Journal"
import { PlacementId, type StoredPlacement } from "@partner-api/domain/Placement"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import * as Result from "effect/Result"

/** The days from the start until the fee of a sample is due. */
const paymentTermsDays = 30

/** The placement of an application that was hired from an offer, with the entries of the journal; none of another application. */
export const samplePlacement = (
  organizationId: OrganizationId,
  application: Application
): Result.Result<Decision<StoredPlacement>, PlacementError> | undefined => {
  const { hire, id, state_entered_at } = application
  if (hire === undefined) return undefined
  const origin = {
    id: PlacementId.make(id.replace("app_", "plc_")),
    application,
    hire,
    nowMs: timestampToMillis(state_entered_at)
  }
  const placed = placeHire(organizationId, origin, { paymentTermsDays }, "OFFER")
  const startedAtMs = Math.max(origin.nowMs, Date.parse(hire.start_date))
  return Result.map(movePlacement(organizationId, placed.next, { action: "start" }, startedAtMs), (started) => ({
    next: started.next,
    entries: [...placed.entries, ...started.entries]
  }))
}
