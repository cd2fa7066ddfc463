/**
 * How long events are kept.
 */
import { eventRetentionDaysMin } from "@partner-api/domain/EventQuery"
import * as Context from "effect/Context"

export const dayMs = 86_400_000

/** How long events are kept, in days: as short as is allowed, unless the operator says otherwise. */
export const EventRetention = Context.Reference("@partner-api/service/EventRetention", {
  defaultValue: () => ({ days: eventRetentionDaysMin })
})
