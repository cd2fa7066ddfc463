/**
 * The time that events are kept.
 */
import { eventRetentionDaysMin } from "@partner-api/domain/EventQuery"
import * as Context from "effect/Context"

export const dayMs = 86_400_000

/** The days that events are kept: the minimum, unless the operator sets more. */
export const EventRetention = Context.Reference("@partner-api/service/EventRetention", {
  defaultValue: () => ({ days: eventRetentionDaysMin })
})
