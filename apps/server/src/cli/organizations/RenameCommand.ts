/**
 * `partner-api organizations rename`: another name for an organization; its id stays.
 */
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { NewOrganization } from "@partner-api/domain/Organization"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, organizationId } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"

export const rename = Command.make(
  "rename",
  {
    organizationId,
    name: Flag.String("name").pipe(Flag.withDescription("The new name"), Flag.withSchema(NewOrganization.fields.name)),
    json
  },
  Effect.fnUntraced(function* (input) {
    const renamed = yield* writeToDatabase(
      Effect.flatMap(OrganizationAdministration, (organizations) =>
        organizations.rename(input.organizationId, input.name)
      )
    )
    yield* print(input.json, renamed, [`${renamed.id}  ${renamed.name}`])
  })
).pipe(Command.withDescription("Give an organization another name"))
