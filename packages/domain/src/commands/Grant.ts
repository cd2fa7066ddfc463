/**
 * Commands that change what a client is granted.
 */
import * as Result from "effect/Result"

import { checkGrant, type Grant, grantsMax } from "../Client.ts"
import { Conflict, NotFound } from "../Errors.ts"
import type { ClientId, OrganizationId } from "../Ids.ts"
import type { Decision } from "../Journal.ts"

/**
 * Grants an organization, or changes the grant there is; one that stays what it was has no entry. Fails when a grant that is bound to
 * an agency would hold what it cannot hold.
 */
export const setGrant = (
  clientId: ClientId,
  stored: Grant | undefined,
  grant: Grant
): Result.Result<Decision<Grant>, Conflict> => {
  const had = stored?.permissions ?? []
  const isSame = had.length === grant.permissions.length && had.every((one) => grant.permissions.includes(one))
  const changed = [
    ...(stored !== undefined && isSame ? [] : ["permissions"]),
    ...(stored?.agencyId === grant.agencyId ? [] : ["agency_id"])
  ]
  return Result.map(checkGrant(grant), () => ({
    next: grant,
    entries:
      changed.length === 0
        ? []
        : [
            {
              organizationId: grant.organizationId,
              action: "grant.set",
              resource_id: clientId,
              changed,
              before: had,
              after: grant.permissions
            }
          ]
  }))
}

/** The refusal of one grant more than a client may have. */
export const tooManyGrants = new Conflict({ message: `A client can be granted at most ${grantsMax} organizations.` })

/** Takes a grant back. Fails when there is none. */
export const removeGrant = (
  clientId: ClientId,
  organizationId: OrganizationId,
  stored: Grant | undefined
): Result.Result<Decision<undefined>, NotFound> =>
  stored === undefined
    ? Result.fail(new NotFound({ message: `The client ${clientId} has no grant for ${organizationId}.` }))
    : Result.succeed({
        next: undefined,
        entries: [
          {
            organizationId,
            action: "grant.removed",
            resource_id: clientId,
            changed: ["permissions", ...(stored.agencyId === undefined ? [] : ["agency_id"])],
            before: stored.permissions,
            after: []
          }
        ]
      })
