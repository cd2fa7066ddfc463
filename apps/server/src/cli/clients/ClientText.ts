/**
 * How clients look in results: for programs and for people. Secrets are shown in one place, {@link newSecret}, once.
 */
import type { Grant } from "@partner-api/domain/Client"
import { permissions } from "@partner-api/domain/Permission"
import * as Redacted from "effect/Redacted"
import type { ClientDetails } from "@partner-api/service/services/administration/ClientAdministration"

const grantJson = (grant: Grant) => ({
  organization_id: grant.organizationId,
  permissions: grant.permissions,
  ...(grant.agencyId === undefined ? {} : { agency_id: grant.agencyId })
})

/** A client for programs. */
export const clientJson = ({ client, grants, secretsMadeAt }: ClientDetails) => ({
  client_id: client.id,
  name: client.name,
  created_at: client.createdAt,
  revoked_at: client.revokedAt ?? null,
  may_create_organizations: client.mayCreateOrganizations,
  default_organization_id: client.defaultOrganizationId ?? null,
  grants: grants.map(grantJson),
  secrets: secretsMadeAt.map((madeAt) => ({ created_at: madeAt }))
})

const permissionsText = (granted: ReadonlyArray<string>): string =>
  granted.length === permissions.length ? "everything" : granted.join(" ")

const grantLine = (grant: Grant): string =>
  `  ${grant.organizationId}  ${permissionsText(grant.permissions)}` +
  (grant.agencyId === undefined ? "" : `  (agency ${grant.agencyId})`)

/** A client for people. */
export const clientLines = ({ client, grants, secretsMadeAt }: ClientDetails): ReadonlyArray<string> => [
  `client_id     ${client.id}`,
  `name          ${client.name}`,
  `created       ${client.createdAt}`,
  ...(client.revokedAt === undefined ? [] : [`revoked       ${client.revokedAt}`]),
  `default       ${client.defaultOrganizationId ?? "no organization"}`,
  `may create    ${client.mayCreateOrganizations ? "organizations" : "no organizations"}`,
  `secrets made  ${secretsMadeAt.length === 0 ? "none is live" : secretsMadeAt.join(", ")}`,
  grants.length === 0 ? "grants        none" : "grants",
  ...grants.map(grantLine)
]

/** The one moment at which a secret is shown: as lines, and as members for programs. */
export const newSecret = (clientId: string, secret: Redacted.Redacted) => ({
  json: { client_id: clientId, client_secret: Redacted.value(secret) },
  lines: [
    `client_id      ${clientId}`,
    `client_secret  ${Redacted.value(secret)}`,
    "The secret is shown this once: hand it over now, by a safe way."
  ]
})
