/**
 * `partner webhooks redeliver ENDPOINT EVENT`: sends an event again to a webhook endpoint.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { eventId, idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { deliveryLine } from "./DeliveryText.ts"
import { endpointId } from "./EndpointInputs.ts"
import { printWait } from "./EndpointText.ts"

export const redeliver = Command.make("redeliver", { endpointId, eventId, idempotencyKey, ...scoped }, (input) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* ({ webhookEndpoints }) {
      const delivery = yield* write("webhookEndpoints.redeliver", input.idempotencyKey, (key) =>
        webhookEndpoints.redeliver(input.endpointId, input.eventId, { idempotencyKey: key })
      )
      if (input.json) return yield* Output.printJson([delivery])
      yield* Output.print([deliveryLine(delivery)])
      // The delivery is requested: a failure of this read is no failure of the command.
      yield* webhookEndpoints.get(input.endpointId).pipe(
        Effect.flatMap((endpoint) => printWait(endpoint, delivery.next_attempt_at)),
        Effect.ignore
      )
    })
  )
).pipe(
  Command.withDescription("Send an event again to a webhook endpoint, beside those that are due"),
  Command.withShortDescription("Send an event again"),
  Command.withExamples([{ command: "partner webhooks redeliver whe_7 evt_00000000000070000000000000" }])
)
