/**
 * Handlers of the group of webhook endpoints.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { WebhookEndpoints as WebhookEndpointsGroup } from "@partner-api/contract/WebhookEndpoints"
import { filterCodec, noFilters } from "@partner-api/domain/Filter"
import { foundById } from "@partner-api/domain/Pagination"
import { WebhookDeliveryFilter } from "@partner-api/domain/WebhookDelivery"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Lists } from "../../services/Lists.ts"
import { WebhookDeliveries } from "../../services/webhooks/WebhookDeliveries.ts"
import { Webhooks } from "../../services/webhooks/Webhooks.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerFound } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "webhookEndpoints",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks
    const deliveries = yield* WebhookDeliveries
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerFound(lists, noFilters, (owner, _, page) => Effect.map(webhooks.page(owner, page), foundById)),
      create: Effect.fnUntraced(function* ({ payload }) {
        const endpoint = yield* webhooks.create(yield* CurrentOrganization, payload)
        return answerCreated(endpoint, publicUrl, WebhookEndpointsGroup.endpoints.get.path, {
          webhookEndpointId: endpoint.id
        })
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (owner) => webhooks.get(owner, params.webhookEndpointId)),
      update: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentOrganization, (owner) =>
          webhooks.update(owner, params.webhookEndpointId, payload, headers["if-match"])
        ),
      delete: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (owner) => webhooks.remove(owner, params.webhookEndpointId)),
      rotateSecret: ({ params, payload }) =>
        Effect.flatMap(CurrentOrganization, (owner) => webhooks.rotateSecret(owner, params.webhookEndpointId, payload)),
      test: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (owner) => deliveries.test(owner, params.webhookEndpointId)),
      deliveries: (request) =>
        answerFound(lists, filterCodec(WebhookDeliveryFilter), (owner, filter, page) =>
          deliveries.page(owner, request.params.webhookEndpointId, filter, page)
        )(request),
      redeliver: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (owner) =>
          deliveries.redeliver(owner, params.webhookEndpointId, params.eventId)
        ),
      recover: ({ params, payload }) =>
        Effect.flatMap(CurrentOrganization, (owner) => deliveries.recover(owner, params.webhookEndpointId, payload))
    })
  })
)
