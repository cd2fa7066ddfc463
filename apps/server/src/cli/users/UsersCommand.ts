/**
 * `partner-api users`: what only the operator does with people's records. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { erase } from "./EraseCommand.ts"

export const users = Command.make("users").pipe(
  Command.withDescription("Erase people on request"),
  Command.withSubcommands([erase])
)
