/**
 * `partner-api logs`: commands that read the log. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { explain } from "./ExplainCommand.ts"

export const logs = Command.make("logs").pipe(
  Command.withDescription("Explain lines of the log"),
  Command.withSubcommands([explain])
)
