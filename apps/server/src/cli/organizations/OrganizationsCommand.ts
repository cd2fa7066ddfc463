/**
 * `partner-api organizations`: the companies that partners work for. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { create } from "./CreateCommand.ts"
import { list } from "./ListCommand.ts"
import { rename } from "./RenameCommand.ts"

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("Create, rename and list organizations"),
  Command.withSubcommands([create, rename, list])
)
