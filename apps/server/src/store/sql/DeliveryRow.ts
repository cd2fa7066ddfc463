/**
 * A delivery as a row of its table.
 */
import { EventId } from "@partner-api/domain/EventId"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { DeliveredType, WebhookAttempt, WebhookDeliveryStatus } from "@partner-api/domain/WebhookDelivery"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import type { StoredDelivery } from "@partner-api/service/store/DeliveryStore"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Attempts = Schema.Array(WebhookAttempt)
const encodeAttempts = jsonTextOf(Attempts)
const decodeAttempts = Schema.decodeEffect(Schema.fromJsonString(Attempts))

/** A row, without its endpoint. Its attempts are text: those of a page take 10 ms to read. */
export const DeliveryRow = Schema.Struct({
  event_id: EventId,
  sequence: Schema.Int,
  type: DeliveredType,
  status: WebhookDeliveryStatus,
  attempts: Schema.String,
  failures: Schema.Int,
  next_attempt_at_ms: Schema.NullOr(Schema.Int),
  created_at_ms: Schema.Int
})

/** The delivery that a row is. */
export const toStored = (row: typeof DeliveryRow.Type) =>
  Effect.map(decodeAttempts(row.attempts), (attempts): StoredDelivery => ({
    eventId: row.event_id,
    sequence: row.sequence,
    type: row.type,
    status: row.status,
    attempts,
    failures: row.failures,
    nextAttemptAtMs: row.next_attempt_at_ms ?? undefined,
    createdAtMs: row.created_at_ms
  }))

/** The row of a delivery to an endpoint. */
export const toRow = (endpointId: WebhookEndpointId, delivery: StoredDelivery) => ({
  endpoint_id: endpointId,
  event_id: delivery.eventId,
  sequence: delivery.sequence,
  type: delivery.type,
  status: delivery.status,
  attempts: encodeAttempts(delivery.attempts),
  failures: delivery.failures,
  next_attempt_at_ms: delivery.nextAttemptAtMs ?? null,
  created_at_ms: delivery.createdAtMs
})
