/**
 * `partner-api users`: what only the operator does with people's records. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { erase } from "./EraseCommand.ts"
import { list } from "./ListCommand.ts"

export const users = Command.make("users").pipe(
  Command.withDescription("List people, and erase them on request"),
  Command.withSubcommands([list, erase])
)
