/**
 * A gauge of how late the service is with work that waits: the time since the oldest of it, read from the store at each scrape.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "./Meters.ts"

/** Observes a lag. `oldest` makes what reads the moment of the oldest work, in milliseconds; there is none where nothing waits. */
export const lagGauge = <E, R>(
  name:
    | "partner_assignment_lag_seconds"
    | "partner_mail_lag_seconds"
    | "partner_placement_lag_seconds"
    | "partner_retention_lag_seconds"
    | "partner_scan_lag_seconds",
  oldest: Effect.Effect<Effect.Effect<number | undefined, E>, never, R>
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const meters = yield* Meters
      if (meters === undefined) return
      const oldestMs = yield* oldest
      let lagSeconds: number | undefined
      const look = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        lagSeconds = Math.max(0, nowMs - ((yield* oldestMs) ?? nowMs)) / 1_000
      })
      // Nothing is reported where nothing could be read.
      meters.beforeScrape(
        Effect.suspend(() => {
          lagSeconds = undefined
          return Effect.ignore(look)
        })
      )
      meters.observe(name, {}, () => lagSeconds)
    })
  )
