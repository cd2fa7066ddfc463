/**
 * The reader of events: the holder of permissions, in the view of the employer or of one agency (decisions, Journal). `EventAudience.ts` decides
 * which events it may read.
 */
import type { AgencyId } from "./Ids.ts"
import { heldPermissions, type Permission, permissions as allPermissions } from "./Permission.ts"
import { effectivePermissions, type TokenInfo } from "./Token.ts"

/** A holder of permissions, and the agency whose view it has; without one, the employer's. */
export interface EventReader {
  readonly permissions: ReadonlyArray<Permission>
  readonly agencyId: AgencyId | undefined
}

/** These permissions, each once, in the order in which they are declared. */
const ordered = (held: ReadonlyArray<Permission>): ReadonlyArray<Permission> =>
  allPermissions.filter((permission) => held.includes(permission))

/** The reader that a grant makes of its client. */
export const readerOfGrant = (grant: {
  readonly permissions: ReadonlyArray<Permission>
  readonly agencyId?: AgencyId | undefined
}): EventReader => ({
  permissions: ordered(heldPermissions(grant.permissions, grant.agencyId)),
  agencyId: grant.agencyId
})

/** The reader that the client of a token is, whatever the token was narrowed to. */
export const readerOfClient = ({ agencyId, granted }: TokenInfo): EventReader =>
  readerOfGrant({ permissions: granted, agencyId })

/** The reader that the holder of a token is. */
export const readerOfToken = (token: TokenInfo): EventReader => ({
  permissions: ordered(effectivePermissions(token)),
  agencyId: token.agencyId
})

/** Reads no more than either of two readers. Those of two agencies have nothing in common but open jobs, and read nothing together. */
export const commonReader = (one: EventReader, other: EventReader): EventReader => {
  const agencyId = one.agencyId ?? other.agencyId
  const isOfOneView = agencyId === (other.agencyId ?? agencyId)
  return {
    agencyId,
    permissions: isOfOneView ? one.permissions.filter((permission) => other.permissions.includes(permission)) : []
  }
}

/** Whether two readers read the same. */
export const isSameReader = (one: EventReader, other: EventReader): boolean =>
  one.agencyId === other.agencyId &&
  one.permissions.length === other.permissions.length &&
  one.permissions.every((permission) => other.permissions.includes(permission))
