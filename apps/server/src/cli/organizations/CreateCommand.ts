/**
 * `partner-api organizations create`: a new organization, which nobody may use before it is granted.
 */
import { takenOrganization } from "@partner-api/domain/commands/Organization"
import { OrganizationId } from "@partner-api/domain/Ids"
import { NewOrganization } from "@partner-api/domain/Organization"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"

export const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withDescription("The name of the organization"),
      Flag.withSchema(NewOrganization.fields.name)
    ),
    id: Flag.String("id").pipe(
      Flag.withDescription("Its id; made when it is left out"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const id = yield* Option.match(input.id, {
      onNone: () => Effect.map(makeId("org_"), (text) => OrganizationId.make(text)),
      onSome: (given) => Effect.succeed(given)
    })
    const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
    const isNew = yield* writeToDatabase(
      Effect.flatMap(OrganizationAdministration, (organizations) =>
        organizations.create({ id, name: input.name }, createdAt)
      )
    )
    if (!isNew) return yield* takenOrganization(id)
    yield* print(input.json, { id, name: input.name, created_at: createdAt }, [
      `${id}  ${input.name}`,
      `Grant it to a partner: partner-api clients create --name NAME --organization ${id} --as employer`
    ])
  })
).pipe(Command.withDescription("Create an organization"))
