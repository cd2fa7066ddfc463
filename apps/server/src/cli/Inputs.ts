/**
 * Flags and arguments that several commands share. They are decoded by the schemas of the domain, so a wrong one is named with
 * its remedy before anything is opened.
 */
import { ClientName, type Grant } from "@partner-api/domain/Client"
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { grantablePermissions, type Permission, permissions } from "@partner-api/domain/Permission"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

/** `--json`: one JSON document on standard output, for programs. */
export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print the result as JSON"), Flag.withDefault(false))

export const clientId = Argument.String("client").pipe(
  Argument.withDescription("The id of the client"),
  Argument.withSchema(ClientId)
)

export const organizationId = Argument.String("organization").pipe(
  Argument.withDescription("The id of the organization"),
  Argument.withSchema(OrganizationId)
)

export const clientName = Flag.String("name").pipe(
  Flag.withDescription("What people call the partner"),
  Flag.withSchema(ClientName)
)

/** What a grant allows: `--permission P`, any number of times, and `--agency A`. */
export const grantFlags = {
  permissions: Flag.Literals("permission", permissions).pipe(
    Flag.withDescription(
      "A permission of the grant, given again for each one; without it, all that the grant can hold"
    ),
    Flag.atLeast(0)
  ),
  agency: Flag.String("agency").pipe(
    Flag.withDescription("Bind the grant to this agency: it sees the agency's own fees, and jobs but drafts"),
    Flag.withSchema(AgencyId),
    Flag.optional
  )
}

/** The grant for an organization that these flags describe. Without a permission it holds all that such a grant can hold. */
export const grantOf = (
  organization: OrganizationId,
  flags: { readonly permissions: ReadonlyArray<Permission>; readonly agency: Option.Option<AgencyId> }
): Grant => {
  const agency = Option.getOrUndefined(flags.agency)
  return {
    organizationId: organization,
    permissions: flags.permissions.length === 0 ? grantablePermissions(agency) : [...new Set(flags.permissions)],
    ...(agency === undefined ? {} : { agencyId: agency })
  }
}
