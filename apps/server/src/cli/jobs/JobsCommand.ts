/**
 * `partner-api jobs`: what an operator looks at of jobs. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { list } from "./ListCommand.ts"

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("List the jobs of an organization"),
  Command.withSubcommands([list])
)
