/**
 * `partner-api import`: records of another system, from files. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { agencies } from "./AgenciesCommand.ts"
import { jobs } from "./JobsCommand.ts"
import { users } from "./UsersCommand.ts"

export const importCommand = Command.make("import").pipe(
  Command.withDescription("Import jobs, agencies or users from a file"),
  Command.withSubcommands([jobs, agencies, users])
)
