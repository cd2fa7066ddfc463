/**
 * `partner jobs`: what the organization wants to fill. Without a subcommand it lists them.
 */
import * as Command from "effect/cli/Command"
import { oneForm } from "../Inputs.ts"
import { assign, assignments, unassign } from "./AssignmentCommands.ts"
import { create } from "./CreateCommand.ts"
import { get } from "./GetCommand.ts"
import { list, listInputs, listJobs } from "./ListCommand.ts"
import { questions } from "./QuestionsCommand.ts"
import { statusCommands } from "./StatusCommands.ts"
import { update } from "./UpdateCommand.ts"

export const jobs = Command.make("jobs", listInputs, listJobs).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the jobs of an organization, add and change them; with --json one object a line"),
  Command.withShortDescription("List, add and change jobs"),
  Command.withSubcommands([list, get, create, update, questions, ...statusCommands, assignments, assign, unassign]),
  Command.withExamples([
    { command: "partner jobs", description: "The first hundred jobs" },
    { command: "partner jobs --status OPEN --all", description: "All jobs that are open" },
    { command: 'partner jobs --search "engineer berlin"', description: "Jobs with words that begin so" },
    { command: "partner jobs --all --json > jobs.ndjson", description: "All jobs, one JSON object a line" },
    {
      command: "partner jobs --organization org_acme --all --json | head -n 1",
      description: "One job; the rest is not fetched"
    }
  ])
)
