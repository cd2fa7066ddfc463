/**
 * `partner-api clients create`: onboards a partner. Prints its credentials, the secret for the only time.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { OperatorError } from "../../platform/OperatorError.ts"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { clientName, givenGrantFlags, grantFlags, json, readGrant } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { newSecret } from "./ClientText.ts"

const noOrganization = (flags: ReadonlyArray<string>) =>
  new OperatorError({
    message: `${flags.join(" and ")} belong${flags.length === 1 ? "s" : ""} to a grant, and there is none without --organization.`,
    remedy: "Give --organization, the organization that is granted."
  })

/** The next step for a client that can do nothing yet. */
const grantHint = (id: ClientId): string =>
  `The client has no organization yet. Grant one: partner-api clients grant ${id} ORGANIZATION --as employer`

export const create = Command.make(
  "create",
  {
    name: clientName,
    id: Flag.String("id").pipe(
      Flag.withDescription("The client id; made when it is left out"),
      Flag.withSchema(ClientId),
      Flag.optional
    ),
    organizations: Flag.String("organization").pipe(
      Flag.withDescription("An organization it is granted, given again for each one"),
      Flag.withSchema(OrganizationId),
      Flag.atLeast(0)
    ),
    ...grantFlags,
    defaultOrganization: Flag.String("default-organization").pipe(
      Flag.withDescription(
        "The organization that tokens of POST /v1/auth/token are for; default: the only granted one"
      ),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    mayCreateOrganizations: Flag.Boolean("may-create-organizations").pipe(
      Flag.withDescription("Give it the right to create organizations"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const flags = givenGrantFlags(input)
    if (flags.length > 0 && input.organizations.length === 0) return yield* noOrganization(flags)
    const grants = yield* Effect.forEach(new Set(input.organizations), (organizationId) =>
      readGrant(organizationId, input)
    )
    const id = yield* Option.match(input.id, {
      onNone: () => Effect.map(makeId("cli_"), (text) => ClientId.make(text)),
      onSome: (given) => Effect.succeed(given)
    })
    const secret = yield* writeToDatabase(
      Effect.flatMap(ClientAdministration, (clients) =>
        clients.create({
          id,
          name: input.name,
          grants,
          defaultOrganization: Option.getOrUndefined(input.defaultOrganization),
          mayCreateOrganizations: input.mayCreateOrganizations
        })
      )
    )
    const shown = newSecret(id, secret)
    const isPowerless = grants.length === 0 && !input.mayCreateOrganizations
    yield* print(input.json, shown.json, [...shown.lines, ...(isPowerless ? [grantHint(id)] : [])])
  })
).pipe(
  Command.withDescription("Create a client and print its credentials once"),
  Command.withExamples([
    {
      command: 'partner-api clients create --name "Hirewell" --organization org_acme --as employer',
      description: "A partner that may do everything in one organization"
    },
    {
      command: 'partner-api clients create --name "Board" --organization org_acme --permission jobs:read',
      description: "A partner that only reads jobs"
    },
    {
      command: 'partner-api clients create --name "Hirewell" --organization org_acme --as agency --agency agy_hirewell',
      description: "An agency, which sees its own fees and no drafts"
    }
  ])
)
