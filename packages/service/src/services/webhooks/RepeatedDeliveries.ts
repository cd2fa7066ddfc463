/**
 * Asks for deliveries once more, for the client of a webhook endpoint and for the operator alike. Sends nothing: the workers do
 * (`Redeliveries.ts`).
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { webhookEndpointEntry } from "@partner-api/domain/commands/WebhookEndpoint"
import type { NotFound } from "@partner-api/domain/Errors"
import type { EventId } from "@partner-api/domain/EventId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DeliveryStore, StoredDelivery } from "../../store/DeliveryStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import type { FoundWebhookEndpoint } from "../../store/WebhookStore.ts"
import { record } from "../Journal.ts"
import { orNotFound } from "../OrNotFound.ts"

const deliveryOrNotFound = orNotFound("delivery")

/** Has the delivery of an event made once more. */
export const repeatDelivery: (
  deliveries: DeliveryStore["Service"],
  endpoint: FoundWebhookEndpoint,
  eventId: EventId
) => Effect.Effect<StoredDelivery, NotFound | StoreError, CurrentWrite> = Effect.fnUntraced(
  function* (deliveries, found, eventId) {
    const { id } = found.endpoint
    const [first] = yield* deliveries.find(id, [eventId])
    const delivery = yield* deliveryOrNotFound(Effect.succeed(Option.fromUndefinedOr(first)))
    const nowMs = yield* Clock.currentTimeMillis
    const asked: StoredDelivery = { ...delivery, status: "pending", failures: 0, nextAttemptAtMs: nowMs }
    yield* deliveries.ask(id, asked)
    yield* record([webhookEndpointEntry(found, "redelivered")])
    return asked
  }
)

/** Has every failed delivery of the events after a sequence made once more, and tells how many there are. */
export const repeatFailed: (
  deliveries: DeliveryStore["Service"],
  endpoint: FoundWebhookEndpoint,
  after: number
) => Effect.Effect<number, StoreError, CurrentWrite> = Effect.fnUntraced(function* (deliveries, found, after) {
  const nowMs = yield* Clock.currentTimeMillis
  yield* record([webhookEndpointEntry(found, "redelivered")])
  return yield* deliveries.askFailed(found.endpoint.id, { sequence: after + 1, nowMs })
})
