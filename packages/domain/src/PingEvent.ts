/**
 * The event that tests whether a webhook endpoint answers: when the endpoint is created, enabled or tested. It is no part of the feed.
 */
import * as Schema from "effect/Schema"

import { EventId } from "./EventId.ts"
import { OrganizationId } from "./Ids.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"
import { exampleSnapshot, WebhookEndpointSnapshot } from "./WebhookEndpoint.ts"

/** The event that is sent to a webhook endpoint to see whether it answers. It is no part of the feed. */
export const PingEvent = Schema.Struct({
  id: EventId,
  type: Schema.Literal("ping"),
  timestamp: Timestamp.pipe(Schema.annotateEncoded({ description: "When the ping was requested" })),
  organization_id: OrganizationId,
  data: Schema.Struct({ webhook_endpoint: WebhookEndpointSnapshot })
}).annotate({
  identifier: "PingEvent",
  description: "A test of whether a webhook endpoint answers",
  examples: [
    {
      id: EventId.make("evt_00000000000070000000000000"),
      type: "ping",
      timestamp: exampleMoment,
      organization_id: OrganizationId.make("org_acme"),
      data: { webhook_endpoint: exampleSnapshot() }
    }
  ],
  "x-extension": true
})
export type PingEvent = typeof PingEvent.Type
