/**
 * `partner-api secrets`: the secrets that sign webhooks. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { rewrap } from "./RewrapCommand.ts"

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("Look after the secrets that sign webhooks"),
  Command.withSubcommands([rewrap])
)
