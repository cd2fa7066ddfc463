/**
 * Flags and arguments that several commands share. They are decoded by the schemas of the domain, so a wrong one is named with
 * its remedy before anything is opened.
 */
import { ClientName } from "@partner-api/domain/Client"
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { permissions } from "@partner-api/domain/Permission"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

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

/** `--permission P`, any number of times; none means all of them. */
export const grantedPermissions = Flag.Literals("permission", permissions).pipe(
  Flag.withDescription("A permission of the grant, given again for each one; without it, all"),
  Flag.atLeast(0),
  Flag.map((given) => (given.length === 0 ? permissions : given))
)

export const agencyId = Flag.String("agency").pipe(
  Flag.withDescription("Bind the grant to this agency: it sees what is the agency's own"),
  Flag.withSchema(AgencyId),
  Flag.optional
)
