/**
 * How clients look in results: for programs and for people. Secrets are shown in one place, {@link newSecret}, once.
 */
import type { Grant } from "@partner-api/domain/Client"
import { permissions } from "@partner-api/domain/Permission"
import * as Redacted from "effect/Redacted"
import type { ClientDetails } from "../../services/administration/ClientAdministration.ts"

const grantJson = (grant: Grant) => ({
  organization_id: grant.organizationId,
  permissions: grant.permissions,
  ...(grant.agencyId === undefined ? {} : { agency_id: grant.agencyId })
})

/** A client for programs. */
export const clientJson = ({ client, grants, secretsMadeAt }: ClientDetails) => ({
  client_id: client.id,
  name: client.name,
  created_at: client.created_at,
  revoked_at: client.revoked_at,
  may_create_organizations: client.may_create_organizations,
  default_organization_id: client.default_organization_id,
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
  `created       ${client.created_at}`,
  ...(client.revoked_at === null ? [] : [`revoked       ${client.revoked_at}`]),
  `default       ${client.default_organization_id ?? "no organization"}`,
  `may create    ${client.may_create_organizations ? "organizations" : "no organizations"}`,
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
