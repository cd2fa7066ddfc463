/**
 * `partner fees`: what the organization pays an agency.
 */
import * as Command from "effect/cli/Command"
import { get } from "./GetCommand.ts"
import { preview } from "./PreviewCommand.ts"
import { set } from "./SetCommand.ts"

export const fees = Command.make("fees").pipe(
  Command.withDescription("Show and set the fees of an agency, and what a hire costs"),
  Command.withSubcommands([get, set, preview])
)
