/**
 * The viewer as which a webhook endpoint reads now: with the permissions of the token that made it, as far as the grant of its client still holds
 * them. Each round of deliveries reads them again, so that nothing is sent after a revocation.
 */
import { commonReader, type EventReader, readerOfGrant } from "@partner-api/domain/EventReader"
import type { Viewer } from "@partner-api/domain/Viewer"
import type { OwnedWebhookEndpoint } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientStore } from "../../store/ClientStore.ts"
import type { OrganizationStore } from "../../store/OrganizationStore.ts"

/** The client of an endpoint as a viewer, with what the endpoint may read. */
export type WebhookViewer = EventReader & Viewer

/** The viewer as which an endpoint reads; none where its client is revoked, or where endpoint or grant may not have webhooks. */
export const viewerOf = Effect.fnUntraced(function* (
  clients: ClientStore["Service"],
  organizations: OrganizationStore["Service"],
  owned: OwnedWebhookEndpoint
) {
  const client = yield* clients.find(owned.clientId)
  if (Option.isNone(client) || client.value.revokedAt !== undefined) return Option.none()
  const grant = yield* organizations.findGrant(owned.clientId, owned.organizationId)
  return Option.filter(
    Option.map(grant, (held): WebhookViewer => ({
      ...commonReader(owned, readerOfGrant(held)),
      clientId: owned.clientId
    })),
    ({ permissions }) => permissions.includes("webhooks:manage")
  )
})
