/**
 * `partner agencies`: who recruits for the organization. Without a subcommand it lists them.
 */
import * as Command from "effect/cli/Command"
import { oneForm } from "../Inputs.ts"
import { assignmentsOfAgency } from "../jobs/AssignmentCommands.ts"
import { create } from "./CreateCommand.ts"
import { get } from "./GetCommand.ts"
import { invite } from "./InviteCommand.ts"
import { list, listAgencies, listInputs } from "./ListCommand.ts"
import { update } from "./UpdateCommand.ts"

export const agencies = Command.make("agencies", listInputs, listAgencies).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(
    "List the agencies of an organization, or show, add, change or invite one; with --json one object a line"
  ),
  Command.withShortDescription("List, show, add, change and invite agencies"),
  Command.withSubcommands([list, get, create, update, invite, assignmentsOfAgency]),
  Command.withExamples([
    { command: "partner agencies", description: "The first hundred agencies" },
    { command: "partner agencies --search hire", description: "Agencies with a word in their name that begins so" },
    { command: "partner agencies --all --json", description: "All agencies, one JSON object a line" }
  ])
)
