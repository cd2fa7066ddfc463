/**
 * Sends a `ping`, an event outside of the feed, to find out whether the address of an endpoint answers. Every `ping` is sent and counted here,
 * whatever causes it.
 */
import type { RateLimited } from "@partner-api/domain/Errors"
import { eventIdOf } from "@partner-api/domain/EventId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { makeId } from "../../crypto/Secrets.ts"
import type { DeliveryStore, StoredDelivery } from "../../store/DeliveryStore.ts"
import type { EventStore } from "../../store/EventStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import type { FoundWebhookEndpoint } from "../../store/WebhookStore.ts"
import type { WebhookUseStore } from "../../store/WebhookUseStore.ts"
import { countWork } from "../access/RequestUsage.ts"
import { countOperatorUse, countUse } from "./WebhookUses.ts"

/** The characters of an id that are its own: the rest is the sequence of the feed at the time. */
const uniqueLength = 26

/** The stores that a `ping` is written to. */
export interface PingStores {
  readonly deliveries: DeliveryStore["Service"]
  readonly events: EventStore["Service"]
  readonly uses: WebhookUseStore["Service"]
}

/** Has a `ping` sent. Its id has the head of the feed, so that it lies beside the deliveries of its time. */
const send = Effect.fnUntraced(function* (
  { deliveries, events }: PingStores,
  { endpoint, organizationId }: FoundWebhookEndpoint
) {
  yield* countWork("pings", 1)
  const nowMs = yield* Clock.currentTimeMillis
  const { head } = yield* events.ends(organizationId)
  const unique = (yield* makeId("evt_")).slice(-uniqueLength)
  const delivery: StoredDelivery = {
    eventId: eventIdOf(head, unique),
    sequence: 0,
    type: "ping",
    status: "pending",
    attempts: [],
    failures: 0,
    nextAttemptAtMs: nowMs,
    createdAtMs: nowMs
  }
  yield* deliveries.request(endpoint.id, delivery)
  return delivery
})

/** Asks for a `ping` as the client of an endpoint. Refused where the endpoint, the client or the host has had its pings of the minute. */
export const requestPing = (
  stores: PingStores,
  found: FoundWebhookEndpoint
): Effect.Effect<StoredDelivery, RateLimited | StoreError> =>
  Effect.andThen(countUse(stores.uses, "ping", found), send(stores, found))

/** Asks for a `ping` as the operator. */
export const requestOperatorPing = (
  stores: PingStores,
  found: FoundWebhookEndpoint
): Effect.Effect<StoredDelivery, StoreError> =>
  Effect.andThen(countOperatorUse(stores.uses, "ping", found), send(stores, found))
