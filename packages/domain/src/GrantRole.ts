/**
 * The forms of a request for a grant: a role, which stands for permissions, or permissions one by one. One of the two is named, so that no grant
 * holds what nobody has requested (docs/decisions/0098).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Grant } from "./Client.ts"
import type { AgencyId, OrganizationId } from "./Ids.ts"
import { boundPermissions, employerPermissions, grantablePermissions, type Permission } from "./Permission.ts"
import type { ProblemCode } from "./Problem.ts"

/** The purpose of each role. */
export const grantRoles = {
  employer:
    "everything in the organization but its settings, its list of agencies, the erasure of persons and changes of placements, which are granted by name",
  agency: "everything that a grant bound to an agency can hold",
  reader: "every permission that reads, and none that changes anything"
} as const

/** A role of a grant. */
export const GrantRole = Schema.Literals(["employer", "agency", "reader"] as const satisfies ReadonlyArray<
  keyof typeof grantRoles
>)
export type GrantRole = typeof GrantRole.Type

/** The request of a grant. */
export interface GrantRequest {
  readonly organizationId: OrganizationId
  readonly agencyId: AgencyId | undefined
  readonly role: GrantRole | undefined
  /** None, where a role is named. */
  readonly permissions: ReadonlyArray<Permission>
}

/** Why no grant is made of a request: what is wrong with which part of it. */
export interface GrantMistake {
  readonly part: "role" | "agency"
  readonly code: ProblemCode
  readonly message: string
}

const mistake = (part: GrantMistake["part"], code: ProblemCode, message: string) => Result.fail({ part, code, message })

const names = GrantRole.literals.join(", ").replace(/, (?=[^,]*$)/, " or ")

const isReading = (permission: Permission): boolean => permission.endsWith(":read")

/** The permissions of a role in a grant that is bound to an agency, or to none. */
const permissionsOf = (
  role: GrantRole,
  agencyId: AgencyId | undefined
): Result.Result<ReadonlyArray<Permission>, GrantMistake> => {
  switch (role) {
    case "employer":
      return agencyId === undefined
        ? Result.succeed(employerPermissions)
        : mistake("role", "conflict", "must be agency or reader in a grant that is bound to an agency")
    case "agency":
      return agencyId === undefined
        ? mistake("agency", "required", "must name the agency that the grant is bound to, as its role is agency")
        : Result.succeed(boundPermissions)
    case "reader":
      return Result.succeed(grantablePermissions(agencyId).filter(isReading))
  }
}

/** The grant that is requested. What a bound one cannot hold of permissions that are named is refused when it is set (`checkGrant`). */
export const grantOf = ({
  agencyId,
  organizationId,
  permissions,
  role
}: GrantRequest): Result.Result<Grant, GrantMistake> => {
  if (role === undefined && permissions.length === 0) {
    return mistake("role", "required", `must be ${names} where no permission is named`)
  }
  if (role !== undefined && permissions.length > 0) {
    return mistake("role", "conflict", "cannot stand beside permissions: name one of the two")
  }
  const held = role === undefined ? Result.succeed([...new Set(permissions)]) : permissionsOf(role, agencyId)
  return Result.map(held, (granted) => ({
    organizationId,
    permissions: granted,
    ...(agencyId === undefined ? {} : { agencyId })
  }))
}
