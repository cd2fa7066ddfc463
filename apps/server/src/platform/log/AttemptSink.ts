/**
 * Where attempts of deliveries are reported, to be counted beside requests; nowhere, unless a layer says otherwise.
 */
import * as Context from "effect/Context"

/** An attempt to deliver to a webhook endpoint. */
interface DeliveryAttempt {
  /** Whether the endpoint has taken it. */
  readonly isDelivered: boolean
  readonly durationMs: number
}

/** Takes an attempt; must not fail and must not wait. */
export type TellAttempt = (attempt: DeliveryAttempt) => void

/** Where attempts are reported; absent where nobody counts them. */
export const AttemptSink = Context.Reference<TellAttempt | undefined>("@partner-api/server/AttemptSink", {
  defaultValue: () => undefined
})
