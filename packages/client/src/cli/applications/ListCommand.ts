/**
 * `partner applications list`: the people whom agencies have submitted.
 */
import * as Command from "effect/cli/Command"
import type { Application } from "../../core/Model.ts"
import { type ItemList, listCommand } from "../ItemList.ts"

const shown: ItemList<Application> = {
  plural: "applications",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    {
      title: "CANDIDATE",
      cell: ({ candidate }) => (candidate === undefined ? "(erased)" : `${candidate.first_name} ${candidate.last_name}`)
    },
    { title: "STATE", cell: ({ state }) => state, isWhole: true },
    { title: "JOB", cell: ({ job_id }) => job_id, isWhole: true },
    { title: "AGENCY", cell: ({ agency_id }) => agency_id, isWhole: true }
  ],
  list: (organization, query) => organization.applications.list(query)
}

export const list = listCommand("list", shown).pipe(
  Command.withDescription("List the applications of an organization; with --json one object a line"),
  Command.withShortDescription("List applications"),
  Command.withExamples([
    { command: "partner applications list --all --json", description: "All applications, one JSON object a line" }
  ])
)
