/**
 * `partner-api console`: who may sign in to the console of operators. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { erase } from "./EraseCommand.ts"
import { login } from "./LoginCommand.ts"
import { operators } from "./OperatorsCommand.ts"
import { revoke } from "./RevokeCommand.ts"

export const consoleCommand = Command.make("console").pipe(
  Command.withDescription("Let operators sign in to the console, list, revoke and erase them"),
  Command.withSubcommands([login, operators, revoke, erase])
)
