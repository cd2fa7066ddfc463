/**
 * Clients in results: for programs and for people. Secrets are shown in one place, {@link newSecret}, once.
 */
import type { Grant } from "@partner-api/domain/Client"
import { secretText } from "@partner-api/domain/ClientSecret"
import type { AgencyId } from "@partner-api/domain/Ids"
import { permissions } from "@partner-api/domain/Permission"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ClientDetails } from "@partner-api/service/services/administration/ClientAdministration"
import { visibleHost } from "@partner-api/service/services/webhooks/EndpointState"
import type { FoundWebhookEndpoint } from "@partner-api/service/store/WebhookStore"

const grantJson = (grant: Grant) => ({
  organization_id: grant.organizationId,
  permissions: grant.permissions,
  ...(grant.agencyId === undefined ? {} : { agency_id: grant.agencyId })
})

const endpointJson = ({ agencyId, endpoint, organizationId, permissions: kept }: FoundWebhookEndpoint) => ({
  id: endpoint.id,
  organization_id: organizationId,
  host: visibleHost(endpoint.url),
  types: endpoint.types,
  permissions: kept,
  ...(agencyId === undefined ? {} : { agency_id: agencyId }),
  status: endpoint.status,
  ...(endpoint.disabled_reason === undefined ? {} : { disabled_reason: endpoint.disabled_reason }),
  created_at: endpoint.created_at
})

/** A client for programs. */
export const clientJson = ({ client, endpoints, grants, secrets }: ClientDetails) => ({
  client_id: client.id,
  name: client.name,
  created_at: client.createdAt,
  revoked_at: client.revokedAt ?? null,
  may_create_organizations: client.mayCreateOrganizations,
  default_organization_id: client.defaultOrganizationId ?? null,
  grants: grants.map(grantJson),
  secrets: secrets.map(({ createdAt, id, lastUsedAt, madeBy }) => ({
    id,
    created_at: createdAt,
    last_used_at: lastUsedAt ?? null,
    made_by: madeBy ?? null
  })),
  webhook_endpoints: endpoints.map(endpointJson)
})

const permissionsText = (granted: ReadonlyArray<string>): string =>
  granted.length === permissions.length ? "everything" : granted.join(" ")

const agencyText = (agencyId: AgencyId | undefined): string => (agencyId === undefined ? "" : `  (agency ${agencyId})`)

const grantLine = (grant: Grant): string =>
  `  ${grant.organizationId}  ${permissionsText(grant.permissions)}${agencyText(grant.agencyId)}`

/** A webhook endpoint of a client in a line: where it sends, and what it may read. */
export const endpointLine = ({ agencyId, endpoint, organizationId, permissions: kept }: FoundWebhookEndpoint): string =>
  [
    `  ${endpoint.id}`,
    organizationId,
    endpoint.status,
    visibleHost(endpoint.url),
    `made ${endpoint.created_at}`,
    `reads with ${permissionsText(kept)}${agencyText(agencyId)}`
  ].join("  ")

/** A client for people. */
export const clientLines = ({
  client,
  endpoints,
  grants,
  secrets
}: ClientDetails): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => [
    `client_id     ${client.id}`,
    `name          ${client.name}`,
    `created       ${client.createdAt}`,
    ...(client.revokedAt === undefined ? [] : [`revoked       ${client.revokedAt}`]),
    `default       ${client.defaultOrganizationId ?? "no organization"}`,
    `may create    ${client.mayCreateOrganizations ? "organizations" : "no organizations"}`,
    secrets.length === 0 ? "secrets       none is live" : "secrets",
    ...secrets.map((secret) => `  ${secretText(secret, nowMs)}`),
    grants.length === 0 ? "grants        none" : "grants",
    ...grants.map(grantLine),
    endpoints.length === 0 ? "webhooks      none" : "webhooks",
    ...endpoints.map(endpointLine)
  ])

/** The one moment at which a secret is shown: as lines, and as members for programs. */
export const newSecret = (clientId: string, secret: Redacted.Redacted) => ({
  json: { client_id: clientId, client_secret: Redacted.value(secret) },
  lines: [
    `client_id      ${clientId}`,
    `client_secret  ${Redacted.value(secret)}`,
    "The secret is shown this once: hand it over now, by a safe way."
  ]
})
