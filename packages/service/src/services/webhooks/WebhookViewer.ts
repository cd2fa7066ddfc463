/**
 * What the client of a webhook endpoint may read now. It is looked at again before each round of deliveries: what is revoked is not sent.
 */
import { heldPermissions, type Permission } from "@partner-api/domain/Permission"
import type { AgencyId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientStore } from "../../store/ClientStore.ts"
import type { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { WebhookOwner } from "../../store/WebhookStore.ts"

/** What a client may read of an organization. */
export interface WebhookViewer {
  readonly permissions: ReadonlyArray<Permission>
  readonly agencyId: AgencyId | undefined
}

/** What the client may read; none where it is revoked, or may not have webhooks in the organization. */
export const viewerOf = Effect.fnUntraced(function* (
  clients: ClientStore["Service"],
  organizations: OrganizationStore["Service"],
  { clientId, organizationId }: WebhookOwner
) {
  const client = yield* clients.find(clientId)
  if (Option.isNone(client) || client.value.revokedAt !== undefined) return Option.none<WebhookViewer>()
  const grant = yield* organizations.findGrant(clientId, organizationId)
  return Option.filter(
    Option.map(grant, ({ agencyId, permissions }): WebhookViewer => ({
      agencyId,
      permissions: heldPermissions(permissions, agencyId)
    })),
    ({ permissions }) => permissions.includes("webhooks:manage")
  )
})
