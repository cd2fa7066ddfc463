/**
 * `partner client requests`: the requests of the client in the log of the service. It has names and types, and no value that was sent.
 */
import { momentForms } from "@partner-api/cli-kit/Moments"
import { OwnRequest as OwnRequestSchema, OwnRequestFilter } from "@partner-api/domain/OwnRequest"
import * as Command from "effect/cli/Command"
import * as Record from "effect/Record"
import type { OwnRequest } from "../../core/Model.ts"
import type { PartnerShape } from "../../effect/PartnerShape.ts"
import { oneForm, optionalFlag, ownListed } from "../Inputs.ts"
import { type ItemList, showOwnList } from "../ItemList.ts"
import { Moment } from "../Moments.ts"

const shown: Omit<ItemList<OwnRequest, PartnerShape>, "list"> = {
  plural: "requests",
  columns: [
    { title: "WHEN", cell: ({ at }) => at, isWhole: true },
    { title: "REQUEST ID", cell: ({ request_id }) => request_id, isWhole: true },
    { title: "STATUS", cell: ({ status }) => String(status) },
    { title: "REQUEST", cell: ({ method, route }) => `${method} ${route}` },
    {
      title: "ERROR",
      cell: ({ error, problems }) =>
        [error ?? "", ...problems.map(({ code, in: place, path }) => `${place} ${path} ${code}`)].join("  ").trim()
    }
  ],
  fields: OwnRequestSchema.fields
}

const flags = {
  ...ownListed,
  status: optionalFlag(
    "status",
    "STATUS",
    "Only answers with this status, such as 422, of a class, such as 4xx, or of a range, such as 4xx-5xx",
    OwnRequestFilter.fields.status.schema
  ),
  requestId: optionalFlag(
    "request-id",
    "ID",
    "Only the request with this X-Request-Id, which every answer and every error has",
    OwnRequestFilter.fields.request_id.schema
  ),
  since: optionalFlag("since", "TIME", `Only requests from then on, ${momentForms}`, Moment)
}

export const requests = Command.make("requests", flags, ({ requestId: request_id, since, status, ...input }) =>
  showOwnList(input, {
    ...shown,
    list: ({ client }, query) => client.requests({ ...Record.getSomes({ status, request_id, since }), ...query })
  })
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(
    "List the requests of the client and their answers, the newest first; with --json one object a line"
  ),
  Command.withShortDescription("List the requests of the client"),
  Command.withExamples([
    { command: "partner client requests --status 4xx", description: "Those that were refused" },
    { command: "partner client requests --request-id REQUEST_ID", description: "The one that an error names" }
  ])
)
