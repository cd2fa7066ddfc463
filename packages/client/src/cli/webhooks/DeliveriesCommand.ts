/**
 * `partner webhooks deliveries ENDPOINT`: what came of the events that were sent to a webhook endpoint.
 */
import { WebhookDelivery as DeliverySchema, WebhookDeliveryStatus } from "@partner-api/domain/WebhookDelivery"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Record from "effect/Record"
import { listed, oneForm } from "../Inputs.ts"
import { showList } from "../ItemList.ts"
import { deliveryColumns } from "./DeliveryText.ts"
import { endpointId } from "./EndpointInputs.ts"

const status = Flag.Literals("status", WebhookDeliveryStatus.literals).pipe(
  Flag.withDescription("Only deliveries that stand so"),
  Flag.optional
)

export const deliveries = Command.make("deliveries", { endpointId, status, ...listed }, (input) =>
  showList(input, {
    plural: "deliveries",
    columns: deliveryColumns,
    fields: DeliverySchema.fields,
    list: ({ webhookEndpoints }, query) =>
      webhookEndpoints.deliveries(input.endpointId, { ...Record.getSomes({ status: input.status }), ...query })
  })
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(
    "List the deliveries of a webhook endpoint of the last 30 days, those of the newest events first; with --json one object a line, with all attempts"
  ),
  Command.withShortDescription("List deliveries"),
  Command.withExamples([
    { command: "partner webhooks deliveries whe_7 --status failed", description: "What is not tried any more" },
    { command: "partner webhooks deliveries whe_7 --all --json", description: "All, with each attempt" }
  ])
)
