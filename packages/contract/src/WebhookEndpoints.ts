/**
 * Webhook endpoints: addresses of a partner that events are sent to, and their deliveries (extension; decisions, Webhooks). The requests that
 * they get are declared in `WebhookApi.ts`.
 */
import { EventId } from "@partner-api/domain/EventId"
import {
  WebhookDelivery,
  WebhookDeliveryFilter,
  WebhookRecovered,
  WebhookRecovery
} from "@partner-api/domain/WebhookDelivery"
import {
  NewWebhookEndpoint,
  SecretRotation,
  WebhookEndpoint,
  WebhookEndpointId,
  WebhookEndpointPatch
} from "@partner-api/domain/WebhookEndpoint"
import { pingsPerMinuteMax, recoveriesPerMinuteMax } from "@partner-api/domain/WebhookUse"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { filteredListWithin, list } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { accepted, command, commandWithoutBody, create, createdAt, patch, remove } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { webhookEndpointId: WebhookEndpointId }
const access = scoped("webhooks:manage")
const extension = "webhooks"

export class WebhookEndpoints extends HttpApiGroup.make("webhookEndpoints")
  .add(
    list("list", "/v1/webhook_endpoints", {
      title: "List webhook endpoints",
      description: "The webhook endpoints of the client in the organization, ordered by id, page by page.",
      access,
      extension,
      command: "partner webhooks list",
      items: WebhookEndpoint
    }),
    create("create", "/v1/webhook_endpoints", {
      title: "Add a webhook endpoint",
      description:
        "Adds an address that events are sent to, from now on. The answer shows the secret that signs them, once: the answer that is replayed under an `Idempotency-Key` lacks it. A `ping` is sent to the address; the first 2xx status enables the endpoint.",
      access,
      extension,
      command: 'partner webhooks create --url https://example.com/webhooks --types "application.*,job.closed"',
      shownOnce: "secret",
      payload: NewWebhookEndpoint,
      success: createdAt(WebhookEndpoint, "The address of the new webhook endpoint")
    }),
    read("get", "/v1/webhook_endpoints/:webhookEndpointId", {
      title: "Get a webhook endpoint",
      description: "One webhook endpoint of the client.",
      access,
      extension,
      params,
      success: WebhookEndpoint
    }),
    patch("update", "/v1/webhook_endpoints/:webhookEndpointId", {
      title: "Change a webhook endpoint",
      description:
        "Changes a webhook endpoint and answers with all of it. Another `url`, and `status: enabled` where it is disabled or fails, send a `ping`; when it is answered, deliveries resume where they stopped.",
      access,
      extension,
      params,
      payload: WebhookEndpointPatch,
      success: WebhookEndpoint
    }),
    remove("delete", "/v1/webhook_endpoints/:webhookEndpointId", {
      title: "Delete a webhook endpoint",
      description: "Deletes a webhook endpoint with its deliveries. Nothing is sent to it any more.",
      access,
      extension,
      params
    }),
    command("rotateSecret", "/v1/webhook_endpoints/:webhookEndpointId/rotate_secret", {
      title: "Rotate the secret of a webhook endpoint",
      description:
        "Gives a webhook endpoint another secret and shows it, once. The old one signs too until it expires; each delivery has both signatures until then.",
      access,
      extension,
      shownOnce: "secret",
      params,
      payload: SecretRotation,
      success: WebhookEndpoint
    }),
    commandWithoutBody("test", "/v1/webhook_endpoints/:webhookEndpointId/test", {
      title: "Test a webhook endpoint",
      description: `Sends a \`ping\` to a webhook endpoint, whatever its status; at most ${pingsPerMinuteMax} a minute. Its deliveries show the outcome.`,
      access,
      extension,
      params,
      success: accepted(WebhookDelivery)
    }),
    filteredListWithin("deliveries", "/v1/webhook_endpoints/:webhookEndpointId/deliveries", {
      title: "List the deliveries of a webhook endpoint",
      description:
        "The deliveries of the last 30 days with their attempts, those of the newest events first, page by page.",
      access,
      extension,
      params,
      items: WebhookDelivery,
      filter: WebhookDeliveryFilter.fields
    }),
    commandWithoutBody("redeliver", "/v1/webhook_endpoints/:webhookEndpointId/deliveries/:eventId/redeliver", {
      title: "Redeliver an event",
      description: "Sends an event again to a webhook endpoint, beside those that are due.",
      access,
      extension,
      params: { ...params, eventId: EventId },
      success: accepted(WebhookDelivery)
    }),
    command("recover", "/v1/webhook_endpoints/:webhookEndpointId/recover", {
      title: "Recover deliveries",
      description: `Sends the deliveries again that have failed since a moment; with \`only: all\`, every event since then, in order. They are sent beside later events, in turns; at most ${recoveriesPerMinuteMax} recoveries a minute of one client.`,
      access,
      extension,
      params,
      payload: WebhookRecovery,
      success: accepted(WebhookRecovered)
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhook endpoints",
      description: "The addresses that events are sent to, and the outcomes of deliveries"
    })
  ) {}
