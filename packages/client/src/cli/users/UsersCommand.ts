/**
 * `partner users`: the people of an organization.
 */
import * as Command from "effect/cli/Command"
import { add } from "./AddCommand.ts"
import { get } from "./GetCommand.ts"
import { importUsers } from "./ImportCommand.ts"
import { list } from "./ListCommand.ts"

export const users = Command.make("users").pipe(
  Command.withDescription("List users, show one, add one or those of a file"),
  Command.withSubcommands([list, get, add, importUsers])
)
