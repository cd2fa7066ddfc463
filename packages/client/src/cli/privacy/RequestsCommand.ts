/**
 * `partner privacy requests`: the erasures that were requested in an organization.
 */
import { ErasureRequest as RequestSchema } from "@partner-api/domain/ErasureRequest"
import * as Command from "effect/cli/Command"
import type { ErasureRequest } from "../../core/Model.ts"
import { listed, oneForm } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"

const shown: ItemList<ErasureRequest> = {
  plural: "erasure requests",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "STATUS", cell: ({ status }) => status, isWhole: true },
    { title: "APPLICATIONS", cell: ({ applications }) => String(applications), isWhole: true },
    { title: "CREATED", cell: ({ created_at }) => created_at, isWhole: true },
    { title: "DONE", cell: ({ done_at = "" }) => done_at, isWhole: true }
  ],
  fields: RequestSchema.fields,
  list: (organization, query) => organization.erasureRequests.list(query)
}

export const requests = Command.make("requests", listed, (input) => showList(input, shown)).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the erasures that were requested in an organization; with --json one object a line"),
  Command.withShortDescription("List erasure requests"),
  Command.withExamples([{ command: "partner privacy requests --all --json" }])
)
