/**
 * `partner-api webhooks enable ENDPOINT`: has a `ping` sent to a disabled endpoint. When its address answers, deliveries resume where they stopped.
 */
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { endpointId } from "./WebhookInputs.ts"
import { webhookJson, webhookLines } from "./WebhookText.ts"

export const enable = Command.make(
  "enable",
  { endpointId, json },
  Effect.fnUntraced(function* (input) {
    const details = yield* writeToDatabase(
      Effect.flatMap(WebhookAdministration, (webhooks) =>
        Effect.andThen(webhooks.enable(input.endpointId), webhooks.show(input.endpointId))
      )
    )
    yield* print(input.json, webhookJson(details), yield* webhookLines(details))
  })
).pipe(Command.withDescription("Enable a disabled webhook endpoint, once its address has answered a ping"))
