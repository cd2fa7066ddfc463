/**
 * Webhook endpoints as operators see them. Of an address the host alone: its path may hold a secret of the partner.
 */
import * as Schema from "effect/Schema"

import { ClientId, exampleClientId, OrganizationId } from "../Ids.ts"
import { Permission } from "../Permission.ts"
import { Timestamp } from "../Timestamp.ts"
import { deliveriesCountedMax } from "../WebhookDelivery.ts"
import { WebhookDisabledReason, WebhookEndpointId, WebhookStatus } from "../WebhookEndpoint.ts"

/** A webhook endpoint, and how far it has come. */
export const WebhookEndpointView = Schema.Struct({
  id: WebhookEndpointId,
  organization_id: OrganizationId,
  client_id: ClientId,
  host: Schema.String.annotate({ description: "The host of its address", examples: ["example.com"] }),
  permissions: Schema.Array(Permission).annotate({
    description:
      "The permissions of the token that made it or chose its types last; it delivers no event that needs another permission"
  }),
  status: WebhookStatus,
  disabled_reason: Schema.optionalKey(WebhookDisabledReason),
  failing_since: Schema.optionalKey(Timestamp).annotateKey({ description: "Since when it does not answer" }),
  next_attempt_at: Schema.optionalKey(Timestamp).annotateKey({ description: "When it is tried next" }),
  waiting: Schema.Int.annotate({
    description: "The number of entries of the journal that it has not come to",
    examples: [0]
  }),
  deliveries: Schema.Struct({
    pending: Schema.Int,
    parked: Schema.Int,
    failed: Schema.Int
  }).annotate({
    identifier: "WebhookDeliveryCounts",
    description: `The number of deliveries that are not through; at most ${deliveriesCountedMax} of each kind are counted`
  })
}).annotate({
  identifier: "WebhookEndpointView",
  description: "A webhook endpoint, and how far it has come",
  examples: [
    {
      id: WebhookEndpointId.make("whe_01KGAS0F00D4N8P2R6T0V3X7Z9"),
      organization_id: OrganizationId.make("org_acme"),
      client_id: exampleClientId,
      host: "example.com",
      permissions: ["jobs:read", "webhooks:manage"],
      status: "enabled",
      waiting: 0,
      deliveries: { pending: 0, parked: 0, failed: 0 }
    }
  ]
})
export type WebhookEndpointView = typeof WebhookEndpointView.Type

/** Filters of webhook endpoints. */
export const WebhookEndpointFilter = Schema.Struct({
  organization_id: Schema.optionalKey(OrganizationId),
  client_id: Schema.optionalKey(ClientId)
})
export type WebhookEndpointFilter = typeof WebhookEndpointFilter.Type

/** Since when failed deliveries are counted. */
export const FailedSince = Schema.Struct({
  since: Timestamp.pipe(Schema.annotateEncoded({ description: "Events from then on" }))
})
export type FailedSince = typeof FailedSince.Type
