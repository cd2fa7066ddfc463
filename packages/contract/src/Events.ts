/**
 * The change feed of the organization (extension; decisions, Journal): what happened to its records, in order, so that a copy stays in step.
 */
import { Event } from "@partner-api/domain/Event"
import { EventId } from "@partner-api/domain/EventId"
import { EventTypeList } from "@partner-api/domain/EventType"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { feed } from "./declare/Feed.ts"
import { read } from "./declare/Read.ts"
import { metadata } from "./EndpointMetadata.ts"
import { ScopedAccess } from "./Middleware.ts"

export class Events extends HttpApiGroup.make("events")
  .add(
    feed("list", "/v1/events", {
      title: "List events",
      description:
        "The events of the records of the organization, in order. Keep `cursor` and send it next time: no event between is missed. Shows the events whose records the token may read.",
      access: scoped(),
      extension: "events",
      command: "partner events --limit 10",
      items: Event
    }),
    read("get", "/v1/events/:eventId", {
      title: "Get an event",
      description: "One event of the organization, as long as it is kept.",
      access: scoped(),
      extension: "events",
      params: { eventId: EventId },
      success: Event
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "The events, in order" })) {}

const list = HttpApiEndpoint.get("list", "/v1/event_types", {
  disableCodecs: true,
  success: EventTypeList
}).annotateMerge(
  metadata({
    title: "List the types of events",
    description: "Every type of events, when it occurs, and the permission that shows it.",
    access: { level: "public" },
    extension: "events",
    paginated: false,
    retry: "safe"
  })
)

/** The types of events: the same for everybody. */
export class EventTypes extends HttpApiGroup.make("eventTypes")
  .add(list)
  .annotateMerge(OpenApi.annotations({ title: "Event types", description: "The types of events" })) {}
