/**
 * Counts logins, and requests that a limit refuses. It decides nothing.
 */
import { RateLimits, type RateLimitResult } from "@partner-api/service/services/access/RateLimits"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "./Meters.ts"

/** The same limits, counted. */
export const around = <E, R>(limits: Layer.Layer<RateLimits, E, R>): Layer.Layer<RateLimits, E, R> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const limits = yield* RateLimits
      const { failedLogin, rates, take, takeOfClient } = limits
      const meters = yield* Meters
      if (meters === undefined) return limits
      const limited = meters.recorder("partner_rate_limited_total", { kind: "client" })
      const limitedLogin = meters.recorder("partner_rate_limited_total", { kind: "login" })
      const loggedIn = meters.recorder("partner_logins_total", { outcome: "ok" })
      const wrong = meters.recorder("partner_logins_total", { outcome: "bad_credentials" })
      const locked = meters.recorder("partner_logins_total", { outcome: "locked" })
      const counted = (taken: RateLimitResult): RateLimitResult => {
        if (taken.refusal !== undefined) limited(1)
        return taken
      }
      return {
        rates,
        take: (caller) => counted(take(caller)),
        // Right credentials, at whichever endpoint.
        takeOfClient: (clientId) => {
          loggedIn(1)
          return counted(takeOfClient(clientId))
        },
        failedLogin: (address) =>
          failedLogin(address).pipe(
            Effect.tap(() => Effect.sync(() => wrong(1))),
            Effect.tapError(() =>
              Effect.sync(() => {
                locked(1)
                limitedLogin(1)
              })
            )
          )
      }
    })
  ).pipe(Layer.provide(limits))
