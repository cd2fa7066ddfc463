/**
 * `partner profiles`: stored credentials under names. Without a subcommand it lists them.
 */
import * as Command from "effect/cli/Command"
import { shared } from "../Inputs.ts"
import { list, listProfiles } from "./ListCommand.ts"
import { remove } from "./RemoveCommand.ts"
import { use } from "./UseCommand.ts"

export const profiles = Command.make("profiles", shared, listProfiles).pipe(
  Command.withDescription("List, choose and remove stored credentials; partner login --profile NAME stores some"),
  Command.withShortDescription("List, choose and remove stored credentials"),
  Command.withSubcommands([list, use, remove]),
  Command.withExamples([
    { command: "partner login --profile staging", description: "Stores credentials under a name" },
    { command: "partner profiles", description: "Which there are, and which one commands use" },
    { command: "partner profiles use staging", description: "Commands use them from now on" },
    { command: "partner jobs --profile default", description: "One command with others" }
  ])
)
