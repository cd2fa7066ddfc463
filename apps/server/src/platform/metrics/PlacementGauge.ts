/**
 * The delay of placements: the time since the end of the first day that is over of a placement that still waits for its start, or for the end of
 * its guarantee. Moves none.
 */
import { dayOf, endOfDayMs } from "@partner-api/domain/CalendarDate"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { lagGauge } from "./LagGauge.ts"

export const layer = lagGauge(
  "partner_placement_lag_seconds",
  Effect.map(PlacementStore, ({ firstDue }) =>
    Effect.map(
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => firstDue(dayOf(nowMs))),
      (day) => Option.getOrUndefined(Option.map(day, endOfDayMs))
    )
  )
)
