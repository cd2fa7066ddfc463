/**
 * Writes what a command has made of a webhook endpoint, for its client and for the operator alike.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Decision } from "@partner-api/domain/Journal"
import type { OwnedWebhookEndpoint } from "@partner-api/domain/WebhookEndpoint"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../store/StoreError.ts"
import type { FoundWebhookEndpoint, WebhookStore } from "../../store/WebhookStore.ts"
import { record } from "../Journal.ts"
import type { PingStores } from "./Pings.ts"

/** The stores that a change writes to. */
export interface ChangeStores extends PingStores {
  readonly store: WebhookStore["Service"]
}

/**
 * Writes a decision about an endpoint that the transaction under way holds, and gives the endpoint after it. Where its status is another one,
 * the worker that delivers to it stops, and `ping` requests a `ping` to one that is to be enabled.
 */
export const changeEndpoint: <E>(
  stores: ChangeStores,
  before: FoundWebhookEndpoint,
  decision: Decision<OwnedWebhookEndpoint>,
  ping: (stores: PingStores, found: FoundWebhookEndpoint) => Effect.Effect<unknown, E>
) => Effect.Effect<FoundWebhookEndpoint, E | StoreError, CurrentWrite> = Effect.fnUntraced(function* <E>(
  stores: ChangeStores,
  before: FoundWebhookEndpoint,
  { entries, next }: Decision<OwnedWebhookEndpoint>,
  ping: (stores: PingStores, found: FoundWebhookEndpoint) => Effect.Effect<unknown, E>
) {
  if (entries.length === 0) return before
  yield* stores.store.save(next)
  const isMoved = next.endpoint.status !== before.endpoint.status
  const after = { ...next, failingSinceMs: isMoved ? undefined : before.failingSinceMs }
  if (isMoved) yield* stores.deliveries.interrupt(next.endpoint.id, yield* Clock.currentTimeMillis)
  if (isMoved && next.endpoint.status === "pending") yield* ping(stores, after)
  yield* record(entries)
  return after
})
