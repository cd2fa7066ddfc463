/**
 * `partner users list`: the people of an organization.
 */
import { Email } from "@partner-api/domain/Email"
import { User as UserSchema, UserStatus } from "@partner-api/domain/User"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { User } from "../../core/Model.ts"
import { listed, oneForm, search, updatedSince } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"

const shown: Omit<ItemList<User>, "list"> = {
  plural: "users",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "FIRST NAME", cell: ({ first_name }) => first_name },
    { title: "LAST NAME", cell: ({ last_name }) => last_name },
    { title: "EMAIL", cell: ({ email }) => email }
  ],
  fields: UserSchema.fields
}

export const list = Command.make(
  "list",
  {
    ...listed,
    email: Flag.String("email").pipe(
      Flag.withDescription("Only the user with this email"),
      Flag.withMetavar("EMAIL"),
      Flag.withSchema(Email),
      Flag.optional
    ),
    status: Flag.Literals("status", UserStatus.literals).pipe(
      Flag.withDescription("Only users who work in the organization, or who did"),
      Flag.optional
    ),
    search,
    updatedSince
  },
  ({ email, search: q, status, updatedSince: since, ...input }) => {
    const filter = {
      ...Record.getSomes({ email, q, updated_since: since }),
      ...Option.match(status, { onNone: () => ({}), onSome: (one) => ({ status: one }) })
    }
    return showList(input, {
      ...shown,
      list: (organization, query) => organization.users.list({ ...filter, ...query })
    })
  }
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the users of an organization; with --json one object a line"),
  Command.withShortDescription("List users"),
  Command.withExamples([
    { command: "partner users list --all --json", description: "All users, one JSON object a line" }
  ])
)
