/**
 * `partner-api candidates`: what only the operator does with the data of candidates. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { erase } from "./EraseCommand.ts"

export const candidates = Command.make("candidates").pipe(
  Command.withDescription("Erase candidates on request"),
  Command.withSubcommands([erase])
)
