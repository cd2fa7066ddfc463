/**
 * `partner agencies`: who recruits for the organization. Without a subcommand it lists them.
 */
import * as Command from "effect/cli/Command"
import { oneForm } from "../Inputs.ts"
import { get } from "./GetCommand.ts"
import { list, listAgencies, listInputs } from "./ListCommand.ts"

export const agencies = Command.make("agencies", listInputs, listAgencies).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the agencies of an organization, or show one; with --json one object a line"),
  Command.withShortDescription("List and show agencies"),
  Command.withSubcommands([list, get]),
  Command.withExamples([
    { command: "partner agencies", description: "The first hundred agencies" },
    { command: "partner agencies --search hire", description: "Agencies with a word in their name that begins so" },
    { command: "partner agencies --all --json", description: "All agencies, one JSON object a line" }
  ])
)
