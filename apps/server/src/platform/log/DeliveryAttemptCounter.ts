/**
 * Counts attempts of deliveries to webhook endpoints, beside requests. Drops them unless a layer provides a counter.
 */
import * as Context from "effect/Context"

/** An attempt to deliver to a webhook endpoint. */
interface DeliveryAttempt {
  /** Whether the endpoint has accepted the delivery. */
  readonly isDelivered: boolean
  readonly durationMs: number
}

/** Counts an attempt. Must not fail and must not wait. */
export type CountAttempt = (attempt: DeliveryAttempt) => void

/** The counter of attempts; absent by default. */
export const DeliveryAttemptCounter = Context.Reference<CountAttempt | undefined>(
  "@partner-api/server/DeliveryAttemptCounter",
  { defaultValue: () => undefined }
)
