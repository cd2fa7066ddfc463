/**
 * How late the service is with scans: the time since the oldest file was stored that still waits for the scanner, read from the store at each scrape. Scans nothing.
 */
import { ScanStore } from "@partner-api/service/store/ScanStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "./Meters.ts"

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const meters = yield* Meters
    if (meters === undefined) return
    const { backlog } = yield* ScanStore
    let lagSeconds: number | undefined
    const look = Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const { oldestMs = nowMs } = yield* backlog
      lagSeconds = Math.max(0, nowMs - oldestMs) / 1_000
    })
    // Nothing is reported where nothing could be read.
    meters.beforeScrape(
      Effect.suspend(() => {
        lagSeconds = undefined
        return Effect.ignore(look)
      })
    )
    meters.observe("partner_scan_lag_seconds", {}, () => lagSeconds)
  })
)
