/**
 * A partner's credential and what it was granted (decisions, Tokens).
 *
 * Knows no secrets: those are compared by their digests, in the service.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Conflict } from "./Errors.ts"
import { AgencyId, type ClientId, OrganizationId } from "./Ids.ts"
import { boundPermissions, heldPermissions, Permission } from "./Permission.ts"
import { trimmedText } from "./Text.ts"

/** The most organizations that one client may be granted: `GET /v1/organizations` is one complete answer. */
export const grantsMax = 1_000

/** The random bytes of a secret or token: 256 bits cannot be guessed, so no slow hash has to protect them. */
export const secretRandomBytes = 32

/** The most live secrets of a client: the current one, and the one before during a rotation. */
export const secretsMax = 2

/**
 * A client has at most this many live tokens. A new one ends the oldest of its kind and organization; where there is none of these, it
 * is given all the same, so that an organization is never closed to a client by its tokens for others.
 */
export const liveTokensMax = 10_000

/** The longest name of a client, in characters. */
export const clientNameMax = 200

/** The name of a client: the partner it was issued to. */
export const ClientName = trimmedText(1, clientNameMax)

/** A client: the credential of one partner, and what the operator allows it beyond its grants. */
export interface Client {
  readonly id: ClientId
  readonly name: string
  readonly mayCreateOrganizations: boolean
  /** The organization that tokens of flow B are good for. */
  readonly defaultOrganizationId: OrganizationId | undefined
  /** Whether its secret is printed in the documentation. */
  readonly isSandbox: boolean
  readonly createdAt: string
  /** Since when it is no client any more. */
  readonly revokedAt: string | undefined
}

/** The permissions of a client in one organization. With `agencyId` it is that agency's view, else the employer's. */
export const Grant = Schema.Struct({
  organizationId: OrganizationId,
  permissions: Schema.Array(Permission),
  agencyId: Schema.optionalKey(AgencyId)
})
export type Grant = typeof Grant.Type

/** Refuses to give a grant that is bound to an agency what it cannot hold; the refusal names it. */
export const checkGrant = ({ agencyId, permissions }: Grant): Result.Result<void, Conflict> => {
  const held = heldPermissions(permissions, agencyId)
  const refused = permissions.filter((permission) => !held.includes(permission))
  if (refused.length === 0) return Result.void
  return Result.fail(
    new Conflict({
      message: `A grant that is bound to an agency cannot hold ${refused.join(", ")}; it can hold ${boundPermissions.join(", ")}.`
    })
  )
}

/** The default organization of a new client: its only grant, when it is created with exactly one. Later grants never change it. */
export const defaultOrganizationOf = (grants: ReadonlyArray<Grant>): OrganizationId | undefined => {
  if (grants.length === 1) return grants[0]?.organizationId
  return undefined
}
