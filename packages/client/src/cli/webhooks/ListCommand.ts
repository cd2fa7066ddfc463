/**
 * `partner webhooks list`: where events are sent to, and what was not accepted there. `partner webhooks` does the same.
 */
import { WebhookEndpoint as EndpointSchema } from "@partner-api/domain/WebhookEndpoint"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { WebhookEndpoint } from "../../core/Model.ts"
import { listed, oneForm } from "../Inputs.ts"
import { type ItemList, type ListInput, showList } from "../ItemList.ts"
import { standingOf } from "./EndpointText.ts"
import { type Refused, refusedOf, refusedText } from "./RefusedDeliveries.ts"

/** An endpoint, and the deliveries that it did not accept once they are counted. */
interface CountedEndpoint extends WebhookEndpoint {
  readonly refused?: ReadonlyArray<Refused>
}

const shown: ItemList<CountedEndpoint> = {
  plural: "webhook endpoints",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "URL", cell: ({ url }) => url },
    { title: "TYPES", cell: ({ types }) => types.join(", ") },
    { title: "STATUS", cell: (endpoint) => [standingOf(endpoint), ...refusedText(endpoint.refused ?? [])].join(", ") }
  ],
  // A list has no secrets.
  fields: Struct.omit(EndpointSchema.fields, ["secret"]),
  lookUp: ({ webhookEndpoints }, endpoint) =>
    Effect.map(refusedOf(webhookEndpoints, endpoint.id), (refused) => ({ ...endpoint, refused })),
  list: ({ webhookEndpoints }, query) => webhookEndpoints.list(query)
}

/** Shows the endpoints. */
export const listEndpoints = (input: ListInput) => showList(input, shown)

export const list = Command.make("list", listed, listEndpoints).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(
    "List the webhook endpoints of your client, and how many deliveries each has parked or failed; with --json one object a line"
  ),
  Command.withShortDescription("List webhook endpoints"),
  Command.withExamples([
    {
      command: "partner webhooks list --json",
      description: "All of them, one JSON object a line: there are at most 10"
    }
  ])
)
