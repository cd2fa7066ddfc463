/**
 * `partner jobs`: what the organization wants to fill.
 */
import * as Command from "effect/cli/Command"
import type { Job } from "../core/Model.ts"
import { type ItemList, listCommand } from "./ItemList.ts"

const shown: ItemList<Job> = {
  plural: "jobs",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "TITLE", cell: ({ title }) => title },
    { title: "STATUS", cell: ({ status }) => status ?? "" },
    { title: "LOCATION", cell: ({ location }) => location ?? "" }
  ],
  list: (organization, query) => organization.jobs.list(query)
}

export const jobs = listCommand("jobs", shown).pipe(
  Command.withDescription("List the jobs of an organization; with --json one object a line"),
  Command.withShortDescription("List jobs"),
  Command.withExamples([
    { command: "partner jobs", description: "The first hundred jobs" },
    { command: "partner jobs --all --json > jobs.ndjson", description: "All jobs, one JSON object a line" },
    {
      command: "partner jobs --organization org_acme --all --json | head -n 1",
      description: "One job; the rest is not fetched"
    }
  ])
)
