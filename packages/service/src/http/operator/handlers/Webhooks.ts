/**
 * Handlers of webhook endpoints: what `WebhookAdministration` does, for the console. Of an address the host alone.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { filterCodec } from "@partner-api/domain/Filter"
import { WebhookEndpointFilter, type WebhookEndpointView } from "@partner-api/domain/operator/WebhookView"
import { foundById } from "@partner-api/domain/Pagination"
import { timestampFromMillis, timestampToMillis } from "@partner-api/domain/Timestamp"
import { WebhookDeliveryFilter } from "@partner-api/domain/WebhookDelivery"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { WebhookAdministration, type CountedWebhook } from "../../../services/administration/WebhookAdministration.ts"
import { Lists } from "../../../services/Lists.ts"
import { visibleHost } from "../../../services/webhooks/EndpointState.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

const viewOf = ({ deliveries, found, endpointStatus }: CountedWebhook): WebhookEndpointView => {
  const { endpoint } = found
  const { dueAtMs, health } = endpointStatus
  return {
    id: endpoint.id,
    organization_id: found.organizationId,
    client_id: found.clientId,
    host: visibleHost(endpoint.url),
    permissions: found.permissions,
    status: endpoint.status,
    ...(endpoint.disabled_reason === undefined ? {} : { disabled_reason: endpoint.disabled_reason }),
    ...(health.failingSinceMs === undefined ? {} : { failing_since: timestampFromMillis(health.failingSinceMs) }),
    ...(dueAtMs === undefined || dueAtMs === 0 ? {} : { next_attempt_at: timestampFromMillis(dueAtMs) }),
    waiting: Math.max(0, endpointStatus.head - endpointStatus.position),
    deliveries
  }
}

export const layer = handlersOf(
  OperatorApi,
  "webhookEndpoints",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* WebhookAdministration
    const lists = yield* Lists
    const show = (id: WebhookEndpointView["id"]) => Effect.map(webhooks.show(id), viewOf)

    return handlers({
      list: answerOperator(
        lists,
        filterCodec(WebhookEndpointFilter),
        Effect.fnUntraced(function* ({ client_id: clientId, organization_id: organizationId }, page) {
          const found = yield* webhooks.page(
            {
              ...(clientId === undefined ? {} : { clientId }),
              ...(organizationId === undefined ? {} : { organizationId })
            },
            page
          )
          return foundById(found.map(viewOf))
        })
      ),
      get: ({ params }) => show(params.webhookEndpointId),
      deliveries: (request) =>
        answerOperator(lists, filterCodec(WebhookDeliveryFilter), (filter, page) =>
          webhooks.deliveries(request.params.webhookEndpointId, filter, page)
        )(request),
      countFailed: ({ params, query }) =>
        Effect.map(webhooks.countFailed(params.webhookEndpointId, timestampToMillis(query.since)), (deliveries) => ({
          deliveries
        })),
      disable: ({ params }) =>
        Effect.andThen(webhooks.disable(params.webhookEndpointId), show(params.webhookEndpointId)),
      enable: ({ params }) => Effect.andThen(webhooks.enable(params.webhookEndpointId), show(params.webhookEndpointId)),
      redeliver: ({ params }) =>
        Effect.andThen(webhooks.redeliver(params.webhookEndpointId, params.eventId), show(params.webhookEndpointId)),
      recover: ({ params, payload }) =>
        Effect.map(
          webhooks.redeliverFailed(params.webhookEndpointId, timestampToMillis(payload.since)),
          (deliveries) => ({ deliveries })
        )
    })
  })
)
