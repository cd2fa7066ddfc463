/**
 * `partner users`: the people of an organization.
 */
import * as Command from "effect/cli/Command"
import { add } from "./AddCommand.ts"
import { list } from "./ListCommand.ts"

export const users = Command.make("users").pipe(
  Command.withDescription("List users and add them"),
  Command.withSubcommands([list, add])
)
