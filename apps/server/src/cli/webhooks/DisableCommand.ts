/**
 * `partner-api webhooks disable ENDPOINT`: nothing is sent to it any more, and its client cannot enable it. The events wait in the feed.
 */
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { endpointId } from "./WebhookInputs.ts"
import { webhookJson, webhookLines } from "./WebhookText.ts"

export const disable = Command.make(
  "disable",
  { endpointId, json },
  Effect.fnUntraced(function* (input) {
    const details = yield* writeToDatabase(
      Effect.flatMap(WebhookAdministration, (webhooks) =>
        Effect.andThen(webhooks.disable(input.endpointId), webhooks.show(input.endpointId))
      )
    )
    yield* print(input.json, webhookJson(details), yield* webhookLines(details))
  })
).pipe(Command.withDescription("Disable a webhook endpoint; its client cannot enable it"))
