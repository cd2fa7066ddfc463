/**
 * `partner-api import`: records of another system, from files. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { agencies } from "./AgenciesCommand.ts"
import { applications } from "./ApplicationsCommand.ts"
import { jobs } from "./JobsCommand.ts"
import { users } from "./UsersCommand.ts"

export const importCommand = Command.make("import").pipe(
  Command.withDescription("Import jobs, agencies, users or applications from a file"),
  Command.withSubcommands([jobs, agencies, users, applications])
)
