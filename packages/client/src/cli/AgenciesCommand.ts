/**
 * `partner agencies`: who recruits for the organization.
 */
import * as Command from "effect/cli/Command"
import type { Agency } from "../core/Model.ts"
import * as Record from "effect/Record"
import { listed, search } from "./Inputs.ts"
import { type ItemList, showList } from "./ItemList.ts"

const shown: Omit<ItemList<Agency>, "list"> = {
  plural: "agencies",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "NAME", cell: ({ name }) => name },
    { title: "FEE", cell: ({ optimizedFee }) => (optimizedFee ? "optimized" : "custom") },
    { title: "RECRUITERS", cell: ({ recruiters }) => String(recruiters.length) }
  ]
}

export const agencies = Command.make("agencies", { ...listed, search }, ({ search: q, ...input }) =>
  showList(input, {
    ...shown,
    list: (organization, query) => organization.agencies.list({ ...Record.getSomes({ q }), ...query })
  })
).pipe(
  Command.withDescription("List the agencies of an organization; with --json one object a line"),
  Command.withShortDescription("List agencies"),
  Command.withExamples([
    { command: "partner agencies", description: "The first hundred agencies" },
    { command: "partner agencies --search hire", description: "Agencies with a word in their name that begins so" },
    { command: "partner agencies --all --json", description: "All agencies, one JSON object a line" }
  ])
)
