/**
 * `partner jobs`: what the organization wants to fill. Without a subcommand it lists them.
 */
import { externalIdMax } from "@partner-api/domain/Ids"
import { JobStatus } from "@partner-api/domain/Job"
import { lineText } from "@partner-api/domain/Text"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Record from "effect/Record"
import type { Job } from "../../core/Model.ts"
import { listed, search, updatedSince } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"
import { create } from "./CreateCommand.ts"
import { statusCommands } from "./StatusCommands.ts"
import { update } from "./UpdateCommand.ts"

const shown: Omit<ItemList<Job>, "list"> = {
  plural: "jobs",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "TITLE", cell: ({ title }) => title },
    { title: "STATUS", cell: ({ status }) => status ?? "" },
    { title: "LOCATION", cell: ({ location }) => location ?? "" }
  ]
}

export const jobs = Command.make(
  "jobs",
  {
    ...listed,
    status: Flag.Literals("status", JobStatus.literals).pipe(
      Flag.withDescription("Only jobs that stand so; may be given again"),
      Flag.atLeast(0)
    ),
    externalId: Flag.String("external-id").pipe(
      Flag.withDescription("Only the job that your own system calls so"),
      Flag.withMetavar("ID"),
      Flag.withSchema(lineText(1, externalIdMax)),
      Flag.optional
    ),
    search,
    updatedSince
  },
  ({ externalId, search: q, status, updatedSince: since, ...input }) => {
    const filter = {
      ...(status.length === 0 ? {} : { status }),
      ...Record.getSomes({ external_id: externalId, q, updated_since: since })
    }
    return showList(input, {
      ...shown,
      list: (organization, query) => organization.jobs.list({ ...filter, ...query })
    })
  }
).pipe(
  Command.withDescription("List the jobs of an organization, add and change them; with --json one object a line"),
  Command.withShortDescription("List, add and change jobs"),
  Command.withSubcommands([create, update, ...statusCommands]),
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
