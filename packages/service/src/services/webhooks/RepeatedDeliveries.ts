/**
 * Asks for deliveries once more, for the client of a webhook endpoint and for the operator alike. Sends nothing: the workers do
 * (`Redeliveries.ts`).
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { webhookEndpointEntry } from "@partner-api/domain/commands/WebhookEndpoint"
import type { NotFound, RateLimited } from "@partner-api/domain/Errors"
import type { EventId } from "@partner-api/domain/EventId"
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DeliveryStore, StoredDelivery } from "../../store/DeliveryStore.ts"
import type { EventStore } from "../../store/EventStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import type { FoundWebhookEndpoint } from "../../store/WebhookStore.ts"
import type { WebhookUseStore } from "../../store/WebhookUseStore.ts"
import { placeBefore } from "../EventMoments.ts"
import { record } from "../Journal.ts"
import { orNotFound } from "../OrNotFound.ts"
import { countOperatorUse, countUse } from "./WebhookUses.ts"

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
    const repeated: StoredDelivery = { ...delivery, status: "pending", failures: 0, nextAttemptAtMs: nowMs }
    yield* deliveries.request(id, repeated)
    yield* record([webhookEndpointEntry(found, "redelivered")])
    return repeated
  }
)

/** The stores with the failed deliveries that can be made once more. */
interface RepeatStores {
  readonly deliveries: DeliveryStore["Service"]
  readonly events: EventStore["Service"]
}

/**
 * The sequence from which on failed deliveries can be made once more: of the events since a moment, or of all that the feed still has. A `ping`,
 * whose sequence is 0, is no event; another one is sent instead.
 */
const firstRepeatable = (events: EventStore["Service"], organizationId: OrganizationId, sinceMs: number | undefined) =>
  Effect.map(
    sinceMs === undefined
      ? Effect.map(events.ends(organizationId), ({ purgedTo }) => purgedTo)
      : placeBefore(events, organizationId, sinceMs),
    (before) => before + 1
  )

/** The number of deliveries that {@link repeatFailed} would have made once more; without a moment, of all events that the feed still has. */
export const countFailed: (
  stores: RepeatStores,
  endpoint: FoundWebhookEndpoint,
  sinceMs?: number
) => Effect.Effect<number, StoreError> = Effect.fnUntraced(function* ({ deliveries, events }, found, sinceMs) {
  const sequence = yield* firstRepeatable(events, found.organizationId, sinceMs)
  return yield* deliveries.count(found.endpoint.id, { status: "failed", sequence })
})

/** The stores that deliveries that are made once more are written to. */
export interface RecoverStores extends RepeatStores {
  readonly uses: WebhookUseStore["Service"]
}

const repeat = Effect.fnUntraced(function* (
  { deliveries, events }: RepeatStores,
  found: FoundWebhookEndpoint,
  sinceMs: number
) {
  const sequence = yield* firstRepeatable(events, found.organizationId, sinceMs)
  yield* record([webhookEndpointEntry(found, "redelivered")])
  const count = yield* deliveries.count(found.endpoint.id, { status: "failed", sequence })
  if (count > 0) yield* deliveries.repeatFailed(found.endpoint.id, sequence)
  return count
})

type Recovered<E> = Effect.Effect<number, E | StoreError, CurrentWrite>

/** Has every failed delivery of the events since a moment made once more, and returns how many there are, as far as they are counted. */
export const repeatFailed = (
  stores: RecoverStores,
  found: FoundWebhookEndpoint,
  sinceMs: number
): Recovered<RateLimited> => Effect.andThen(countUse(stores.uses, "recovery", found), repeat(stores, found, sinceMs))

/** The same for the operator. */
export const repeatFailedByOperator = (
  stores: RecoverStores,
  found: FoundWebhookEndpoint,
  sinceMs: number
): Recovered<never> => Effect.andThen(countOperatorUse(stores.uses, "recovery", found), repeat(stores, found, sinceMs))

/** Has every event since a moment delivered again, in order, and returns how many were delivered before, as far as they are counted. */
export const repeatAll: (
  stores: RecoverStores,
  endpoint: FoundWebhookEndpoint,
  sinceMs: number
) => Recovered<RateLimited> = Effect.fnUntraced(function* ({ deliveries, events, uses }, found, sinceMs) {
  yield* countUse(uses, "recovery", found)
  const position = yield* placeBefore(events, found.organizationId, sinceMs)
  yield* record([webhookEndpointEntry(found, "redelivered")])
  yield* deliveries.rewind(found.endpoint.id, { position, nowMs: yield* Clock.currentTimeMillis })
  return yield* deliveries.count(found.endpoint.id, { status: undefined, sequence: position + 1 })
})
