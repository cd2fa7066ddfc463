/**
 * `partner events`: what happened to the records of the organization. Without a subcommand it lists them.
 */
import * as Command from "effect/cli/Command"
import { list, listEvents, listInputs, validate } from "./ListCommand.ts"
import { show } from "./ShowCommand.ts"
import { tail } from "./TailCommand.ts"

export const events = Command.make("events", listInputs, listEvents).pipe(
  Command.validate((input) => validate(input)),
  Command.withDescription("List what happened in an organization, and show it as it happens"),
  Command.withShortDescription("List and follow what happened"),
  Command.withSubcommands([list, tail, show]),
  Command.withExamples([
    { command: "partner events", description: "The first hundred events" },
    { command: "partner events tail --types application.*", description: "Applications, as they happen" }
  ])
)
