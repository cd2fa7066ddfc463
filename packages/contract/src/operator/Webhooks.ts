/**
 * Webhook endpoints of all clients: how they stand, their attempts, and having events sent again. What the commands `partner-api webhooks` do.
 */
import { EventId } from "@partner-api/domain/EventId"
import { FailedSince, WebhookEndpointFilter, WebhookEndpointView } from "@partner-api/domain/operator/WebhookView"
import { WebhookDelivery, WebhookDeliveryFilter, WebhookRecovered } from "@partner-api/domain/WebhookDelivery"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadataOf } from "../declare/Declaration.ts"
import { filteredList, filteredListWithin } from "../declare/List.ts"
import { read } from "../declare/Read.ts"
import { accepted, command, commandWithoutBody } from "../declare/Write.ts"
import { NotFound, UnprocessableEntity } from "../WireErrors.ts"
import { admin, OperatorAccess, viewer } from "./OperatorAccess.ts"

const path = "/operator/v1/webhook_endpoints/:webhookEndpointId"
const params = { webhookEndpointId: WebhookEndpointId }

const countFailed = HttpApiEndpoint.get("countFailed", `${path}/failed`, {
  disableCodecs: true,
  params,
  query: FailedSince.fields,
  success: WebhookRecovered,
  error: [NotFound, UnprocessableEntity]
}).annotateMerge(
  metadataOf(
    {
      title: "Count failed deliveries",
      description: "The number of deliveries of events since a moment that have failed, and would be sent again.",
      access: viewer
    },
    { paginated: false, retry: "safe" }
  )
)

export class Webhooks extends HttpApiGroup.make("webhookEndpoints")
  .add(
    filteredList("list", "/operator/v1/webhook_endpoints", {
      title: "List webhook endpoints",
      description: "The webhook endpoints of all clients, ordered by id, page by page.",
      access: viewer,
      items: WebhookEndpointView,
      filter: WebhookEndpointFilter.fields
    }),
    read("get", path, {
      title: "Get a webhook endpoint",
      description: "One webhook endpoint, and how far it has come.",
      access: viewer,
      params,
      success: WebhookEndpointView
    }),
    filteredListWithin("deliveries", `${path}/deliveries`, {
      title: "List the deliveries of a webhook endpoint",
      description: "The deliveries of the last 30 days with their attempts, those of the newest events first.",
      access: viewer,
      params,
      items: WebhookDelivery,
      filter: WebhookDeliveryFilter.fields
    }),
    countFailed,
    commandWithoutBody("disable", `${path}/disable`, {
      title: "Disable a webhook endpoint",
      description: "Disables a webhook endpoint; its client cannot enable it.",
      access: admin,
      params,
      success: accepted(WebhookEndpointView)
    }),
    commandWithoutBody("enable", `${path}/enable`, {
      title: "Enable a webhook endpoint",
      description:
        "Enables a webhook endpoint, once its address has answered a `ping`. Deliveries resume where they stopped.",
      access: admin,
      params,
      success: accepted(WebhookEndpointView)
    }),
    commandWithoutBody("redeliver", `${path}/deliveries/:eventId/redeliver`, {
      title: "Redeliver an event",
      description: "Has an event sent again to a webhook endpoint, beside those that are due.",
      access: admin,
      params: { ...params, eventId: EventId },
      success: accepted(WebhookEndpointView)
    }),
    command("recover", `${path}/recover`, {
      title: "Recover failed deliveries",
      description: "Has the deliveries sent again that have failed since a moment.",
      access: admin,
      params,
      payload: FailedSince,
      success: accepted(WebhookRecovered)
    })
  )
  .middleware(OperatorAccess)
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhook endpoints",
      description: "The addresses that events are sent to, and the outcomes of deliveries"
    })
  ) {}
