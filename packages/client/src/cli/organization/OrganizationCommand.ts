/**
 * `partner organization`: the organization and its settings. Without a subcommand it shows them.
 */
import * as Command from "effect/cli/Command"
import { scoped } from "../Inputs.ts"
import { show, showOrganization } from "./ShowCommand.ts"
import { update } from "./UpdateCommand.ts"

export const organization = Command.make("organization", scoped, showOrganization).pipe(
  Command.withDescription("Show the organization and its settings, or change the settings"),
  Command.withShortDescription("Show and change settings"),
  Command.withSubcommands([show, update]),
  Command.withExamples([
    { command: "partner organization", description: "The organization and its settings" },
    {
      command: "partner organization update --agency-access ASSIGNED --dry-run",
      description: "What another setting would change"
    }
  ])
)
