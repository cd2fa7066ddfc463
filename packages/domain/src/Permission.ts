/**
 * The permissions of a client inside one organization (decisions, Tokens). The right to create organizations is the client's own and
 * belongs to no organization, so it stands apart.
 */
import * as Schema from "effect/Schema"

import type { AgencyId } from "./Ids.ts"

/** Every permission a grant can hold. */
export const permissions = [
  "jobs:read",
  "jobs:write",
  "applications:read",
  "applications:write",
  "users:read",
  "users:write",
  "agencies:read",
  "fees:write",
  "audit:read",
  "webhooks:manage",
  "agencies:write",
  "organization:manage",
  "privacy:manage",
  "placements:read",
  "placements:write"
] as const

/** A permission of a grant. */
export const Permission = Schema.Literals(permissions)
export type Permission = typeof Permission.Type

/**
 * The permissions that no role has: the operator gives them by name (recruiting, Permissions). They decide how the organization works with all of its
 * agencies, what becomes of the data of persons, and what is owed for a hire, so a grant from before them does not get them with the role it was given for.
 */
const namedPermissions: ReadonlyArray<Permission> = [
  "agencies:write",
  "organization:manage",
  "privacy:manage",
  "placements:write"
]

/** The permissions of the role that has all but those that are given by name. */
export const employerPermissions: ReadonlyArray<Permission> = permissions.filter(
  (permission) => !namedPermissions.includes(permission)
)

/**
 * Every permission that a grant bound to an agency can hold: what an agency needs of the organization it works for. The others
 * show or change what is the employer's.
 */
export const boundPermissions = [
  "jobs:read",
  "agencies:read",
  "applications:read",
  "applications:write",
  "webhooks:manage",
  "placements:read"
] as const satisfies ReadonlyArray<Permission>

/** Whether a grant bound to an agency can hold a permission; unknown names are accepted. */
export const isBoundPermission = (permission: string): boolean => boundPermissions.some((one) => one === permission)

/** Every permission that a grant can hold: of one that is bound to an agency, less. */
export const grantablePermissions = (agencyId: AgencyId | undefined): ReadonlyArray<Permission> =>
  agencyId === undefined ? permissions : boundPermissions

/** The permissions that a grant holds of those stored with it: a bound one holds no others than {@link boundPermissions}. */
export const heldPermissions = (
  stored: ReadonlyArray<Permission>,
  agencyId: AgencyId | undefined
): ReadonlyArray<Permission> => (agencyId === undefined ? stored : stored.filter(isBoundPermission))

/** The client's own right to create organizations, given by the operator. */
export const organizationsCreate = "organizations:create"

/** The granted permissions that a token was requested with; a token that was requested without any has them all. */
export const narrow = (
  granted: ReadonlyArray<Permission>,
  requested: ReadonlyArray<Permission> | undefined
): ReadonlyArray<Permission> =>
  requested === undefined ? granted : granted.filter((permission) => requested.includes(permission))
