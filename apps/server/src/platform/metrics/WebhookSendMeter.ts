/**
 * Counts the requests that are sent to webhook endpoints, by what came of them, and measures them. It decides nothing, and knows no address.
 */
import { verdictOf } from "@partner-api/domain/WebhookSchedule"
import { type WebhookOutcome, WebhookSender } from "@partner-api/service/services/webhooks/WebhookSender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { catalog, type LabelsOf } from "./MetricCatalog.ts"
import { Meters } from "./Meters.ts"

const name = "partner_webhook_deliveries_total"

const outcomeOf = (outcome: WebhookOutcome): LabelsOf<typeof name>["outcome"] =>
  "error" in outcome ? outcome.error : verdictOf(outcome)

/** The same sender, measured. */
export const around = <E, R>(sender: Layer.Layer<WebhookSender, E, R>): Layer.Layer<WebhookSender, E, R> =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const inner = yield* WebhookSender
      const meters = yield* Meters
      if (meters === undefined) return inner
      const took = meters.recorder("partner_webhook_delivery_duration_seconds", {})
      const counts = new Map(
        catalog[name].series.map(({ outcome }) => [outcome, meters.recorder(name, { outcome })] as const)
      )
      return WebhookSender.of({
        send: (request) =>
          Effect.suspend(() => {
            const startMs = performance.now()
            return Effect.tap(inner.send(request), (outcome) =>
              Effect.sync(() => {
                counts.get(outcomeOf(outcome))?.(1)
                took((performance.now() - startMs) / 1_000)
              })
            )
          })
      })
    })
  ).pipe(Layer.provide(sender))
