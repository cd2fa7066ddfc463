/**
 * `partner webhooks test ENDPOINT`: sends a ping to a webhook endpoint.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { idempotencyKey, scoped } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { deliveryLine } from "./DeliveryText.ts"
import { endpointId } from "./EndpointInputs.ts"

/**
 * The service asks for a wait of a minute where there were too many pings. That is longer than this, so the command ends at once with that
 * error. Shorter waits, such as those of a service that restarts, are waited for.
 */
const deadlineMs = 30_000

export const test = Command.make(
  "test",
  { endpointId, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const delivery = yield* inOrganization(input, ({ webhookEndpoints }) =>
      write("webhookEndpoints.test", input.idempotencyKey, (key) =>
        webhookEndpoints.test(input.endpointId, { idempotencyKey: key, deadlineMs })
      )
    )
    yield* input.json ? Output.printJson([delivery]) : Output.print([deliveryLine(delivery)])
    yield* notice(`partner webhooks deliveries ${input.endpointId} shows what comes of it.`)
  })
).pipe(
  Command.withDescription("Send a ping to a webhook endpoint, whatever its status; at most 10 a minute"),
  Command.withShortDescription("Send a ping to a webhook endpoint"),
  Command.withExamples([{ command: "partner webhooks test whe_7" }])
)
