/**
 * Writes what a command has made of a webhook endpoint, for its client and for the operator alike.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Decision } from "@partner-api/domain/Journal"
import type { OwnedWebhookEndpoint } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import type { DeliveryStore } from "../../store/DeliveryStore.ts"
import type { EventStore } from "../../store/EventStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import type { FoundWebhookEndpoint, WebhookStore } from "../../store/WebhookStore.ts"
import { record } from "../Journal.ts"
import { askPing } from "./Pings.ts"

/** The stores that a change writes to. */
export interface ChangeStores {
  readonly store: WebhookStore["Service"]
  readonly deliveries: DeliveryStore["Service"]
  readonly events: EventStore["Service"]
}

/**
 * Writes a decision about an endpoint that the transaction under way holds, and gives the endpoint after it. Where its status is another one,
 * the worker that delivers to it stops, and one that is to be enabled gets a `ping`.
 */
export const changeEndpoint: (
  stores: ChangeStores,
  before: FoundWebhookEndpoint,
  decision: Decision<OwnedWebhookEndpoint>
) => Effect.Effect<FoundWebhookEndpoint, StoreError, CurrentWrite> = Effect.fnUntraced(function* (
  { deliveries, events, store },
  before,
  { entries, next }
) {
  if (entries.length === 0) return before
  yield* store.save(next)
  const isMoved = next.endpoint.status !== before.endpoint.status
  const after = { ...next, failingSinceMs: isMoved ? undefined : before.failingSinceMs }
  if (isMoved) yield* deliveries.interrupt(next.endpoint.id)
  if (isMoved && next.endpoint.status === "pending") yield* askPing(deliveries, events, after)
  yield* record(entries)
  return after
})
