/**
 * `partner-api webhooks show ENDPOINT`: how far it has come in the feed, since when it fails, who delivers to it, and which keys seal its
 * secrets.
 */
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"
import { endpointId } from "./WebhookInputs.ts"
import { webhookJson, webhookLines } from "./WebhookText.ts"

export const show = Command.make(
  "show",
  { endpointId, json },
  Effect.fnUntraced(function* (input) {
    const details = yield* onDatabase(
      Effect.flatMap(WebhookAdministration, (webhooks) => webhooks.show(input.endpointId))
    )
    yield* print(input.json, webhookJson(details), yield* webhookLines(details))
  })
).pipe(Command.withDescription("Show one webhook endpoint"))
