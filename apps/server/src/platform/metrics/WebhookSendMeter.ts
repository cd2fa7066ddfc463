/**
 * Counts the requests that are sent to webhook endpoints, by what came of them, and measures them: for metrics, and for the plots of operators. It
 * decides nothing, and has no address.
 */
import { verdictOf } from "@partner-api/domain/WebhookSchedule"
import { type WebhookOutcome, WebhookSender } from "@partner-api/service/services/webhooks/WebhookSender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { catalog, type LabelsOf } from "./MetricCatalog.ts"
import { DeliveryAttemptCounter } from "../log/DeliveryAttemptCounter.ts"
import { Meters, type MetersService } from "./Meters.ts"

const name = "partner_webhook_deliveries_total"

const outcomeOf = (outcome: WebhookOutcome): LabelsOf<typeof name>["outcome"] =>
  "error" in outcome ? outcome.error : verdictOf(outcome)

/** Records what came of a request. */
const makeRecorder = (meters: MetersService) => {
  const took = meters.recorder("partner_webhook_delivery_duration_seconds", {})
  const counts = new Map(
    catalog[name].series.map(({ outcome }) => [outcome, meters.recorder(name, { outcome })] as const)
  )
  return (outcome: LabelsOf<typeof name>["outcome"], durationMs: number): void => {
    counts.get(outcome)?.(1)
    took(durationMs / 1_000)
  }
}

/** The same sender, measured. */
export const around = <E, R>(sender: Layer.Layer<WebhookSender, E, R>): Layer.Layer<WebhookSender, E, R> =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const inner = yield* WebhookSender
      const meters = yield* Meters
      const countAttempt = yield* DeliveryAttemptCounter
      if (meters === undefined && countAttempt === undefined) return inner
      const record = meters === undefined ? undefined : makeRecorder(meters)
      return WebhookSender.of({
        send: (request) =>
          Effect.suspend(() => {
            const startMs = performance.now()
            return Effect.tap(inner.send(request), (sent) =>
              Effect.sync(() => {
                const durationMs = performance.now() - startMs
                const outcome = outcomeOf(sent)
                record?.(outcome, durationMs)
                countAttempt?.({ isDelivered: outcome === "accepted", durationMs })
              })
            )
          })
      })
    })
  ).pipe(Layer.provide(sender))
