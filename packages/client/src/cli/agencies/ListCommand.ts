/**
 * `partner agencies list`: who recruits for the organization. `partner agencies` does the same.
 */
import { Agency as AgencySchema } from "@partner-api/domain/Agency"
import * as Command from "effect/cli/Command"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { Agency } from "../../core/Model.ts"
import { listed, oneForm, search } from "../Inputs.ts"
import { type ItemList, type ListInput, showList } from "../ItemList.ts"
import { feeKind } from "./AgencyText.ts"

const shown: Omit<ItemList<Agency>, "list"> = {
  plural: "agencies",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "NAME", cell: ({ name }) => name },
    { title: "STATUS", cell: ({ status }) => status },
    { title: "FEE", cell: feeKind },
    { title: "RECRUITERS", cell: ({ recruiters }) => String(recruiters.length) }
  ],
  fields: AgencySchema.fields
}

/** The flags of the list. */
export const listInputs = { ...listed, search }

/** Shows the agencies. */
export const listAgencies = ({ search: q, ...input }: ListInput & { readonly search: Option.Option<string> }) =>
  showList(input, {
    ...shown,
    list: (organization, query) => organization.agencies.list({ ...Record.getSomes({ q }), ...query })
  })

export const list = Command.make("list", listInputs, listAgencies).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the agencies of an organization; with --json one object a line"),
  Command.withShortDescription("List agencies"),
  Command.withExamples([
    { command: "partner agencies list --all --json", description: "All agencies, one JSON object a line" }
  ])
)
