/**
 * Counts the bytes that clients store, and the writes that their quota refuses. It decides nothing.
 */
import { StorageQuota } from "@partner-api/service/services/access/StorageQuota"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "./Meters.ts"

/** The same quota, counted. */
export const around = <E, R>(quota: Layer.Layer<StorageQuota, E, R>): Layer.Layer<StorageQuota, E, R> =>
  Layer.effect(
    StorageQuota,
    Effect.gen(function* () {
      const own = yield* StorageQuota
      const meters = yield* Meters
      if (meters === undefined) return own
      const stored = meters.recorder("partner_stored_bytes_total", {})
      const limited = meters.recorder("partner_rate_limited_total", { kind: "storage" })
      meters.observe("partner_storage_quota_ratio", {}, own.largestShare)
      return StorageQuota.of({
        ...own,
        check: (clientId) => Effect.tapError(own.check(clientId), () => Effect.sync(() => limited(1))),
        count: (clientId, bytes) => {
          stored(bytes)
          own.count(clientId, bytes)
        }
      })
    })
  ).pipe(Layer.provide(quota))
