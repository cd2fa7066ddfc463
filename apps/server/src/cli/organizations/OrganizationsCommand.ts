/**
 * `partner-api organizations`: the companies that partners work for. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { create } from "./CreateCommand.ts"
import { list } from "./ListCommand.ts"

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("Create and list organizations"),
  Command.withSubcommands([create, list])
)
