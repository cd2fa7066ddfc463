/**
 * `partner webhooks delete ENDPOINT`: deletes a webhook endpoint with its deliveries.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { nothingChanged } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { endpointId } from "./EndpointInputs.ts"
import { endpointLine } from "./EndpointText.ts"

export const remove = Command.make("delete", { endpointId, dryRun, idempotencyKey, ...scoped }, (input) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* ({ webhookEndpoints }) {
      const { endpointId: id, json } = input
      if (input.dryRun) {
        const before = yield* webhookEndpoints.get(id)
        yield* json ? Output.printJson([{ before }]) : Output.print([endpointLine(before)])
        return yield* nothingChanged
      }
      yield* write("webhookEndpoints.delete", input.idempotencyKey, (key) =>
        webhookEndpoints.delete(id, { idempotencyKey: key })
      )
      yield* json ? Output.printJson([{ id }]) : Output.print([id])
      yield* notice("The webhook endpoint is deleted. Nothing is sent to it any more.")
    })
  )
).pipe(
  Command.withDescription(
    "Delete a webhook endpoint with its deliveries. Events since then are not sent anywhere; partner webhooks disable keeps them for it"
  ),
  Command.withShortDescription("Delete a webhook endpoint"),
  Command.withExamples([
    { command: "partner webhooks delete whe_7 --dry-run", description: "Which one it is" },
    { command: "partner webhooks delete whe_7" }
  ])
)
