/**
 * The requests that webhook endpoints get (decisions, Webhooks): one for each type of events, and the `ping`. Declared for the OpenAPI document,
 * whose `webhooks` they are; the service does not answer them, it sends them.
 */
import { Event } from "@partner-api/domain/Event"
import { type EventType, eventTypes } from "@partner-api/domain/EventType"
import { PingEvent } from "@partner-api/domain/PingEvent"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

/** The headers of a request (Standard Webhooks 1.0). */
const headers = {
  "webhook-id": Schema.String.annotate({
    description: "The id of the event: the same for every attempt, so that a repeat is known",
    examples: ["evt_00000000000070000000000000"]
  }),
  "webhook-timestamp": Schema.String.annotate({
    description: "When the attempt was made, in seconds since 1970",
    examples: ["1769851800"]
  }),
  "webhook-signature": Schema.String.annotate({
    description:
      "`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64; with a space between two while a secret is being replaced",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="]
  })
}

/** The description of a request for its receiver. */
const requestOf = (type: string, description: string, payload: Schema.Top) =>
  HttpApiEndpoint.post(type, `/${type}`, {
    disableCodecs: true,
    headers,
    payload,
    success: HttpApiSchema.NoContent
  }).annotateMerge(
    OpenApi.annotations({ summary: description, description: `Sent to webhook endpoints. ${description}.` })
  )

/** The requests with events of the feed, each type with its schema. */
const events = Event.members.map((event) => {
  const type: EventType = event.fields.type.literal
  return requestOf(type, eventTypes[type].description, event)
})

const ping = requestOf("ping", "Tests whether the endpoint answers", PingEvent)

/** The requests, as an API whose server is the partner's. */
export class WebhookApi extends HttpApi.make("webhookApi").add(
  HttpApiGroup.make("webhooks")
    .add(ping, ...events)
    .annotateMerge(OpenApi.annotations({ title: "Webhooks", description: "The events that webhook endpoints get" }))
) {}
