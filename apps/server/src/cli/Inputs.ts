/**
 * Flags and arguments that several commands share. They are decoded by the schemas of the domain, so a wrong one is named with
 * its remedy before anything is opened.
 */
import { momentForms, momentOr } from "@partner-api/cli-kit/Moments"
import { ClientName, type Grant } from "@partner-api/domain/Client"
import { type GrantMistake, GrantRole, grantOf, grantRoles } from "@partner-api/domain/GrantRole"
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { type Permission, permissions } from "@partner-api/domain/Permission"
import { readMoment, Timestamp, timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { OperatorError } from "../platform/OperatorError.ts"

/** `--json`: one JSON document on standard output, for programs. */
export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print the result as JSON"), Flag.withDefault(false))

/** `--since TIME`: RFC 3339, or how long ago. */
export const sinceFlag = (what: string) =>
  Flag.String("since").pipe(
    Flag.withDescription(`${what} from this moment on, ${momentForms}`),
    Flag.withMetavar("TIME"),
    Flag.withSchema(
      momentOr({ read: readMoment, fromMillis: timestampFromMillis }, []).pipe(Schema.decodeTo(Timestamp))
    ),
    Flag.optional
  )

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

/** The permissions of a grant: `--as ROLE`, or `--permission P` any number of times; and `--agency A`. */
export const grantFlags = {
  role: Flag.Literals("as", GrantRole.literals).pipe(
    Flag.withDescription(
      `What the grant is for: ${GrantRole.literals.map((role) => `${role}, ${grantRoles[role]}`).join("; ")}`
    ),
    Flag.optional
  ),
  permissions: Flag.Literals("permission", permissions).pipe(
    Flag.withDescription("A permission of the grant in place of --as, given again for each one"),
    Flag.atLeast(0)
  ),
  agency: Flag.String("agency").pipe(
    Flag.withDescription("Bind the grant to this agency: it sees the agency's own fees, and jobs but drafts"),
    Flag.withSchema(AgencyId),
    Flag.optional
  )
}

/** The values of {@link grantFlags}. */
export interface GivenGrant {
  readonly role: Option.Option<GrantRole>
  readonly permissions: ReadonlyArray<Permission>
  readonly agency: Option.Option<AgencyId>
}

/** The flags of a grant's permissions among those that are given. */
export const givenGrantFlags = ({ agency, permissions: named, role }: GivenGrant): ReadonlyArray<string> => [
  ...(Option.isSome(role) ? ["--as"] : []),
  ...(named.length > 0 ? ["--permission"] : []),
  ...(Option.isSome(agency) ? ["--agency"] : [])
]

const flagOf: Readonly<Record<GrantMistake["part"], string>> = { role: "--as", agency: "--agency" }

/** The grant for an organization in these flags. */
export const readGrant = (
  organizationId: OrganizationId,
  { agency, permissions: named, role }: GivenGrant
): Effect.Effect<Grant, OperatorError> =>
  Effect.mapError(
    Effect.fromResult(
      grantOf({
        organizationId,
        agencyId: Option.getOrUndefined(agency),
        role: Option.getOrUndefined(role),
        permissions: named
      })
    ),
    ({ message, part }) =>
      new OperatorError({
        message: `${flagOf[part]} ${message}.`,
        remedy: "Give --as employer, --as agency with --agency, --as reader, or --permission for each permission."
      })
  )
