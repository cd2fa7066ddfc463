/**
 * Has the states of webhook endpoints counted at each scrape, and how long events wait for them. A node that delivers nothing has them too, so that
 * it is seen where no node delivers.
 */
import { type EndpointState, endpointState, lagMs } from "@partner-api/service/services/webhooks/EndpointState"
import { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { catalog } from "./MetricCatalog.ts"
import { Meters } from "./Meters.ts"

/** The numbers that are reported at a scrape. */
interface Counted {
  readonly states: ReadonlyMap<EndpointState, number>
  readonly lagSeconds: number
}

/** Counts the endpoints of a store by their state. */
const look = Effect.fnUntraced(function* (store: DeliveryStore["Service"]) {
  const endpointStatuses = yield* store.endpointStatuses
  const nowMs = yield* Clock.currentTimeMillis
  const states = new Map<EndpointState, number>()
  let longestMs = 0
  for (const endpointStatus of endpointStatuses) {
    const state = endpointState(endpointStatus)
    states.set(state, (states.get(state) ?? 0) + 1)
    longestMs = Math.max(longestMs, lagMs(endpointStatus, nowMs))
  }
  const counted: Counted = { states, lagSeconds: longestMs / 1_000 }
  return counted
})

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const meters = yield* Meters
    if (meters === undefined) return
    const store = yield* DeliveryStore
    let counted: Counted | undefined
    // Nothing is reported where nothing could be read.
    meters.beforeScrape(
      Effect.suspend(() => {
        counted = undefined
        return Effect.ignore(
          Effect.map(look(store), (found) => {
            counted = found
          })
        )
      })
    )
    meters.observe("partner_webhook_lag_seconds", {}, () => counted?.lagSeconds)
    for (const { status } of catalog.partner_webhook_endpoints.series) {
      meters.observe("partner_webhook_endpoints", { status }, () => counted && (counted.states.get(status) ?? 0))
    }
  })
)
