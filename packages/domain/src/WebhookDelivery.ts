/**
 * A delivery of an event to a webhook endpoint, with its attempts (decisions, Delivery). No body is kept of it: neither what was sent, which
 * is the event, nor what was answered.
 */
import * as Schema from "effect/Schema"

import { EventId } from "./EventId.ts"
import { eventTypes } from "./EventType.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"
import * as Struct from "effect/Struct"

/** The failure of an attempt that got no status. */
export const WebhookFailure = Schema.Literals(["dns", "address", "connection", "tls", "timeout"])
export type WebhookFailure = typeof WebhookFailure.Type

/** An attempt to deliver. */
export const WebhookAttempt = Schema.Struct({
  at: Timestamp,
  status: Schema.optionalKey(Schema.Int).annotateKey({ description: "The status of the answer" }),
  failure: Schema.optionalKey(
    WebhookFailure.annotate({
      description:
        "Why there was no answer. `dns`: the name was not found · `address`: the name leads to an address that is not public · `connection`: it was refused or broken off · `tls`: the certificate is not valid · `timeout`: none came within 15 seconds",
      examples: ["timeout"]
    })
  ),
  duration_ms: Schema.Int.annotate({ description: "The duration, in milliseconds", examples: [42] })
}).annotate({
  identifier: "WebhookAttempt",
  description: "An attempt to deliver an event; a 2xx status is a success",
  "x-extension": true
})
export type WebhookAttempt = typeof WebhookAttempt.Type

/** The status of a delivery. */
export const WebhookDeliveryStatus = Schema.Literals(["pending", "succeeded", "parked", "failed"])
export type WebhookDeliveryStatus = typeof WebhookDeliveryStatus.Type

/** The type of a delivered event. */
export const DeliveredType = Schema.Literals([...Struct.keys(eventTypes), "ping"])
export type DeliveredType = typeof DeliveredType.Type

/** A delivery as the API shows it. */
export const WebhookDelivery = Schema.Struct({
  event_id: EventId,
  type: DeliveredType.annotate({ examples: ["job.opened"] }),
  status: WebhookDeliveryStatus.annotate({
    description:
      "`pending`: it is tried (again) · `parked`: it alone is refused, and is tried again beside the later ones · `failed`: it is not tried any more; redeliver it",
    examples: ["succeeded"]
  }),
  attempts: Schema.Array(WebhookAttempt),
  next_attempt_at: Schema.optionalKey(Timestamp).annotateKey({ description: "When it is tried next" })
}).annotate({
  identifier: "WebhookDelivery",
  description: "The delivery of an event to a webhook endpoint",
  examples: [
    {
      event_id: EventId.make("evt_00000000000070000000000000"),
      type: "job.opened",
      status: "succeeded",
      attempts: [{ at: exampleMoment, status: 200, duration_ms: 42 }]
    }
  ],
  "x-extension": true
})
export type WebhookDelivery = typeof WebhookDelivery.Type

/** The number of attempts of a delivery that are kept: the last ones, of which a delivery that was requested again has more. */
export const attemptsKeptMax = 12

/** The longest attempt as JSON, in bytes: a moment, a status or the name of a failure, and a number. A delivery keeps no text of others. */
export const attemptBytesMax = 128

/** The attempts of a delivery as they are stored, in bytes. Beside them it has identifiers and numbers alone; the event is stored once, for all. */
export const attemptsBytesMax = attemptsKeptMax * (attemptBytesMax + 1) + 1

/** The days that deliveries are kept. */
export const deliveryDays = 30

/** The filter of the list of deliveries. */
export const WebhookDeliveryFilter = Schema.Struct({
  status: Schema.optionalKey(
    WebhookDeliveryStatus.annotate({ description: "Only deliveries that stand so", examples: ["failed"] })
  )
})
export type WebhookDeliveryFilter = typeof WebhookDeliveryFilter.Type

/** The request to send deliveries again, since a moment. */
export const WebhookRecovery = Schema.Struct({
  since: Timestamp.pipe(Schema.annotateEncoded({ description: "Events from then on" })),
  only: Schema.optionalKey(
    Schema.Literals(["failed", "all"]).annotate({
      description: "`failed`: the deliveries that have failed, by default · `all`: every event, in order",
      examples: ["failed"]
    })
  )
}).annotate({
  identifier: "WebhookRecovery",
  description: "The events that are sent again to a webhook endpoint",
  examples: [{ since: exampleMoment, only: "failed" }],
  "x-extension": true
})
export type WebhookRecovery = typeof WebhookRecovery.Type

/** The deliveries that are counted at most: counting more would delay the requests of others. */
export const deliveriesCountedMax = 1_000

/** The number of deliveries that are sent again. */
export const WebhookRecovered = Schema.Struct({
  deliveries: Schema.Int.annotate({
    description: `The number of deliveries that are sent again; with \`only: all\`, how many there were of the events since then. At most ${deliveriesCountedMax} are counted, and all of them are sent`,
    examples: [12]
  })
}).annotate({
  identifier: "WebhookRecovered",
  description: "The number of deliveries that are sent again to a webhook endpoint",
  "x-extension": true
})
export type WebhookRecovered = typeof WebhookRecovered.Type
