/**
 * `partner users add`: adds a user. Identifier and times are made by the service when they are not given (spec 4.7).
 */
import * as Output from "@partner-api/cli-kit/Output"
import { Email } from "@partner-api/domain/Email"
import { UserId } from "@partner-api/domain/Ids"
import { userNameMax } from "@partner-api/domain/User"
import { trimmedText } from "@partner-api/domain/Text"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

const personName = trimmedText(1, userNameMax)

const time = (name: string, what: string) =>
  Flag.String(name).pipe(Flag.withDescription(what), Flag.withMetavar("TIME"), Flag.optional)

export const add = Command.make(
  "add",
  {
    firstName: Flag.String("first-name").pipe(Flag.withDescription("First name"), Flag.withSchema(personName)),
    lastName: Flag.String("last-name").pipe(Flag.withDescription("Last name"), Flag.withSchema(personName)),
    email: Flag.String("email").pipe(
      Flag.withDescription("Email address, once in an organization"),
      Flag.withSchema(Email)
    ),
    id: Flag.String("id").pipe(
      Flag.withDescription("The id; made by the service when it is left out"),
      Flag.withSchema(UserId),
      Flag.optional
    ),
    createdAt: time("created-at", "When your record was made, such as 2026-01-31T09:30:00Z"),
    updatedAt: time("updated-at", "When your record last changed"),
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const { createdAt, email, firstName, id, lastName, updatedAt } = input
    const given = {
      ...Option.match(id, { onNone: () => ({}), onSome: (value) => ({ id: value }) }),
      ...Option.match(createdAt, { onNone: () => ({}), onSome: (value) => ({ created_at: value }) }),
      ...Option.match(updatedAt, { onNone: () => ({}), onSome: (value) => ({ updated_at: value }) }),
      first_name: firstName,
      last_name: lastName,
      email
    }
    const user = yield* inOrganization(input, (organization) =>
      write("users.create", input.idempotencyKey, (key) => organization.users.create(given, { idempotencyKey: key }))
    )
    yield* input.json
      ? Output.printJson([user])
      : Output.print([`${user.id}  ${user.first_name} ${user.last_name} <${user.email}>`])
  })
).pipe(
  Command.withDescription("Add a user to an organization"),
  Command.withExamples([
    {
      command: "partner users add --first-name Ada --last-name Lovelace --email ada@example.com",
      description: "A new user"
    },
    {
      command:
        "partner users add --id usr_7 --first-name Ada --last-name Lovelace --email ada@example.com --idempotency-key import-7",
      description: "A user of your own records, added once however often this is run"
    }
  ])
)
