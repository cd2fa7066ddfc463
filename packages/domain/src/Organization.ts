/**
 * An organization: the company whose jobs, users and agencies a partner works with (spec 2, Organization).
 *
 * It does not decide who may see it: that is a grant (`Client.ts`).
 */
import * as Schema from "effect/Schema"

import { OrganizationId } from "./Ids.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { OrganizationSettings, OrganizationSettingsPatch, newSettings } from "./OrganizationSettings.ts"
import { trimmedText } from "./Text.ts"

/** The longest name of an organization, in characters. */
export const organizationNameMax = 200

/** An organization as the API shows it. */
export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String
}).annotate({
  identifier: "Organization",
  description: "An organization that the client may work for",
  examples: [{ id: OrganizationId.make("org_acme"), name: "Acme" }]
})
export type Organization = typeof Organization.Type

/** The request that creates an organization (decisions, Resources). */
export const NewOrganization = Schema.Struct({
  name: trimmedText(1, organizationNameMax)
}).annotate({
  identifier: "NewOrganization",
  description: "Creates an organization",
  examples: [{ name: "Analytical Engines" }],
  "x-extension": true
})
export type NewOrganization = typeof NewOrganization.Type

/** The organization of a token, with its settings. */
export const OwnOrganization = Schema.Struct({ ...Organization.fields, settings: OrganizationSettings }).annotate({
  identifier: "OwnOrganization",
  description: "The organization of the token",
  examples: [{ id: OrganizationId.make("org_acme"), name: "Acme", settings: { ...newSettings, retention_days: 365 } }],
  "x-extension": true
})
export type OwnOrganization = typeof OwnOrganization.Type

/** The request that changes an organization: its settings. */
export const OrganizationPatch = mergePatchOf({
  kept: { settings: OrganizationSettingsPatch },
  removable: {},
  readOnly: ["id", "name"]
}).annotate({
  identifier: "OrganizationPatch",
  description: "The change of the organization, as a JSON Merge Patch (RFC 7396): an absent setting stays",
  examples: [{ settings: { agency_access: "ASSIGNED" } }],
  "x-extension": true
})
export type OrganizationPatch = typeof OrganizationPatch.Type
