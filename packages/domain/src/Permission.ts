/**
 * What a client may do inside one organization (decisions, Tokens). The right to create organizations is the client's own and
 * belongs to no organization, so it stands apart.
 */
import * as Schema from "effect/Schema"

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
  "audit:read"
] as const

/** A permission of a grant. */
export const Permission = Schema.Literals(permissions)
export type Permission = typeof Permission.Type

/** The client's own right to create organizations, given by the operator. */
export const organizationsCreate = "organizations:create"

/** The permissions of a grant, narrowed by what the token was narrowed to; a token that was not narrowed has them all. */
export const narrow = (
  granted: ReadonlyArray<Permission>,
  narrowedTo: ReadonlyArray<Permission> | undefined
): ReadonlyArray<Permission> =>
  narrowedTo === undefined ? granted : granted.filter((permission) => narrowedTo.includes(permission))
