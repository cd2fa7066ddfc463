/**
 * Asks for a `ping`: an event that is no part of the feed, and tells whether the address of an endpoint answers.
 */
import { eventIdOf } from "@partner-api/domain/EventId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { makeId } from "../../crypto/Secrets.ts"
import type { DeliveryStore, StoredDelivery } from "../../store/DeliveryStore.ts"
import type { EventStore } from "../../store/EventStore.ts"
import type { FoundWebhookEndpoint } from "../../store/WebhookStore.ts"
import { countWork } from "../access/RequestShare.ts"

/** The characters of an id that are its own: the rest is the sequence of the feed at the time. */
const uniqueLength = 26

/** Has a `ping` sent. Its id has the head of the feed, so that it lies beside the deliveries of its time. */
export const askPing = Effect.fnUntraced(function* (
  deliveries: DeliveryStore["Service"],
  events: EventStore["Service"],
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
  yield* deliveries.ask(endpoint.id, delivery)
  return delivery
})
