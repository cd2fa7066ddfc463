/**
 * `partner users list`: the people of an organization.
 */
import * as Command from "effect/cli/Command"
import type { User } from "../../core/Model.ts"
import { type ItemList, listCommand } from "../ItemList.ts"

const shown: ItemList<User> = {
  plural: "users",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "FIRST NAME", cell: ({ first_name }) => first_name },
    { title: "LAST NAME", cell: ({ last_name }) => last_name },
    { title: "EMAIL", cell: ({ email }) => email }
  ],
  list: (organization, query) => organization.users.list(query)
}

export const list = listCommand("list", shown).pipe(
  Command.withDescription("List the users of an organization; with --json one object a line"),
  Command.withShortDescription("List users"),
  Command.withExamples([
    { command: "partner users list --all --json", description: "All users, one JSON object a line" }
  ])
)
