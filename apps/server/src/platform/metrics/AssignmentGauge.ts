/**
 * How late the service is with assignments: the time since the moment of the oldest one that is due and still pending, asked of the store at each scrape.
 * Activates nothing.
 */
import { JobAssignmentStore } from "@partner-api/service/store/JobAssignmentStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Meters } from "./Meters.ts"

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const meters = yield* Meters
    if (meters === undefined) return
    const { firstDueMs } = yield* JobAssignmentStore
    let lagSeconds: number | undefined
    const look = Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const dueMs = Option.getOrElse(yield* firstDueMs, () => nowMs)
      lagSeconds = Math.max(0, nowMs - dueMs) / 1_000
    })
    // Nothing is reported where nothing could be read.
    meters.beforeScrape(
      Effect.suspend(() => {
        lagSeconds = undefined
        return Effect.ignore(look)
      })
    )
    meters.observe("partner_assignment_lag_seconds", {}, () => lagSeconds)
  })
)
