/**
 * `partner webhooks show ENDPOINT`: all that is known of a webhook endpoint, what it did not accept, and of one that gets no events the last
 * attempts.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { scoped } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { attemptRemedy, attemptRows } from "./AttemptText.ts"
import { endpointId } from "./EndpointInputs.ts"
import { refusedOf, refusedRows, printRefused } from "./RefusedDeliveries.ts"
import { endpointLines, isWorking, printMessage, printResume } from "./EndpointText.ts"

export const show = Command.make("show", { endpointId, ...scoped }, (input) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* ({ webhookEndpoints }) {
      const endpoint = yield* webhookEndpoints.get(input.endpointId)
      if (input.json) return yield* Output.printJson([endpoint])
      const refused = yield* refusedOf(webhookEndpoints, input.endpointId)
      if (isWorking(endpoint)) {
        yield* Output.print(endpointLines(endpoint, refusedRows(refused)))
        return yield* printRefused(endpoint, refused)
      }
      // The newest deliveries: what was tried last is among them.
      const { content } = yield* webhookEndpoints.deliveries(input.endpointId).page
      yield* Output.print(endpointLines(endpoint, [...attemptRows(content), ...refusedRows(refused)]))
      yield* printMessage(endpoint)
      const remedy = attemptRemedy(content, endpoint)
      if (remedy !== undefined) yield* notice(remedy)
      yield* printResume(endpoint)
      yield* printRefused(endpoint, refused)
    })
  )
).pipe(
  Command.withAlias("get"),
  Command.withDescription("Show a webhook endpoint, and what is wrong with it; with --json as the service answers it"),
  Command.withShortDescription("Show a webhook endpoint"),
  Command.withExamples([{ command: "partner webhooks show whe_7" }])
)
