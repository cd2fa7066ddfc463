/**
 * The grant of a client as the API shows it, to its operator and to the client itself.
 */
import * as Schema from "effect/Schema"

import type { Grant } from "./Client.ts"
import { AgencyId, OrganizationId } from "./Ids.ts"
import { Permission } from "./Permission.ts"

/** The permissions of a client in one organization. */
export const ClientGrant = Schema.Struct({
  organization_id: OrganizationId,
  permissions: Schema.Array(Permission).annotate({ description: "The permissions of the grant" }),
  agency_id: Schema.optionalKey(
    AgencyId.annotate({ description: "The agency that the grant is bound to; without it, the view of the employer" })
  )
}).annotate({
  identifier: "ClientGrant",
  description: "The permissions of a client in one organization",
  examples: [{ organization_id: OrganizationId.make("org_acme"), permissions: ["jobs:read"] }],
  "x-extension": true
})
export type ClientGrant = typeof ClientGrant.Type

/** A grant in the form of the API. */
export const clientGrantOf = ({ agencyId, organizationId, permissions }: Grant): ClientGrant => ({
  organization_id: organizationId,
  permissions,
  ...(agencyId === undefined ? {} : { agency_id: agencyId })
})
