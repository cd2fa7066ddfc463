/**
 * `partner-api webhooks`: the endpoints of partners and their deliveries. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { disable } from "./DisableCommand.ts"
import { enable } from "./EnableCommand.ts"
import { list } from "./ListCommand.ts"
import { redeliver } from "./RedeliverCommand.ts"
import { show } from "./ShowCommand.ts"

export const webhooks = Command.make("webhooks").pipe(
  Command.withDescription("Look after webhook endpoints: list, show, disable, enable, redeliver"),
  Command.withSubcommands([list, show, disable, enable, redeliver])
)
