/**
 * `partner-api import`: records of another system, from files. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { agencies } from "./AgenciesCommand.ts"
import { jobs } from "./JobsCommand.ts"

export const importCommand = Command.make("import").pipe(
  Command.withDescription("Import jobs or agencies from a file"),
  Command.withSubcommands([jobs, agencies])
)
