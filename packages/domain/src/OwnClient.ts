/**
 * A client as it sees itself: its id, its name, what each of its grants allows now, its limits, and its live secrets by their ids (decisions, Tokens;
 * recruiting 11). It has the value of no secret, and no other client is in it.
 */
import * as Schema from "effect/Schema"

import type { Client, Grant } from "./Client.ts"
import { ClientGrant, clientGrantOf } from "./ClientGrant.ts"
import { ClientLimits, exampleLimits } from "./ClientLimits.ts"
import { ClientSecretId, OwnSecret } from "./ClientSecret.ts"
import { ClientId, exampleClientId, OrganizationId } from "./Ids.ts"
import { heldPermissions } from "./Permission.ts"
import { exampleMoment } from "./Timestamp.ts"

/** The client that a token belongs to. */
export const OwnClient = Schema.Struct({
  id: ClientId,
  name: Schema.String.annotate({ description: "The partner that the client was issued to", examples: ["Hirewell"] }),
  grants: Schema.Array(ClientGrant).annotate({
    description: "Its grants, ordered by organization"
  }),
  limits: ClientLimits,
  secrets: Schema.Array(OwnSecret).annotate({ description: "Its live secrets, the oldest first" })
}).annotate({
  identifier: "OwnClient",
  description: "The client of the token",
  examples: [
    {
      id: exampleClientId,
      name: "Hirewell",
      grants: [{ organization_id: OrganizationId.make("org_acme"), permissions: ["jobs:read", "agencies:read"] }],
      limits: exampleLimits,
      secrets: [{ id: ClientSecretId.make("sec_1f0a9c3b"), created_at: exampleMoment }]
    }
  ],
  "x-extension": true
})
export type OwnClient = typeof OwnClient.Type

/** A grant as a client reads it. */
interface ReadGrant {
  readonly organization_id: string
  readonly agency_id?: string
}

/** Whether a client has the view of the employer in an organization, and not that of an agency. */
export const isUnbound = (grants: ReadonlyArray<ReadGrant>, organizationId: string): boolean =>
  grants.some(({ agency_id, organization_id }) => organization_id === organizationId && agency_id === undefined)

/** A client with its grants, limits and secrets. A bound grant shows what it can hold of what is stored with it. */
export const ownClientOf = (
  { id, name }: Client,
  { grants, limits, secrets }: Pick<OwnClient, "limits" | "secrets"> & { readonly grants: ReadonlyArray<Grant> }
): OwnClient => ({
  id,
  name,
  grants: grants.map((grant) =>
    clientGrantOf({ ...grant, permissions: heldPermissions(grant.permissions, grant.agencyId) })
  ),
  limits,
  secrets
})
