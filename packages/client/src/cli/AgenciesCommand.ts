/**
 * `partner agencies`: who recruits for the organization.
 */
import * as Command from "effect/cli/Command"
import type { Agency } from "../core/Model.ts"
import { type ItemList, listCommand } from "./ItemList.ts"

const shown: ItemList<Agency> = {
  plural: "agencies",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "NAME", cell: ({ name }) => name },
    { title: "FEE", cell: ({ optimizedFee }) => (optimizedFee ? "optimized" : "custom") },
    { title: "RECRUITERS", cell: ({ recruiters }) => String(recruiters.length) }
  ],
  list: (organization, query) => organization.agencies.list(query)
}

export const agencies = listCommand("agencies", shown).pipe(
  Command.withDescription("List the agencies of an organization; with --json one object a line"),
  Command.withShortDescription("List agencies"),
  Command.withExamples([
    { command: "partner agencies", description: "The first hundred agencies" },
    { command: "partner agencies --all --json", description: "All agencies, one JSON object a line" }
  ])
)
