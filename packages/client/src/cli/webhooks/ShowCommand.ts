/**
 * `partner webhooks show ENDPOINT`: all that is known of a webhook endpoint.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { endpointId } from "./EndpointInputs.ts"
import { endpointLines, tellMessage } from "./EndpointText.ts"

export const show = Command.make(
  "show",
  { endpointId, ...scoped },
  Effect.fnUntraced(function* (input) {
    const endpoint = yield* inOrganization(input, ({ webhookEndpoints }) => webhookEndpoints.get(input.endpointId))
    yield* input.json ? Output.printJson([endpoint]) : Output.print(endpointLines(endpoint))
    yield* tellMessage(endpoint)
  })
).pipe(
  Command.withAlias("get"),
  Command.withDescription("Show a webhook endpoint, and what is wrong with it; with --json as the service answers it"),
  Command.withShortDescription("Show a webhook endpoint"),
  Command.withExamples([{ command: "partner webhooks show whe_7" }])
)
