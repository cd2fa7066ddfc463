/**
 * Changes a webhook endpoint by a merge patch, or shows what the patch would change.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { WebhookEndpoint, WebhookEndpointPatch } from "../../core/Model.ts"
import { nothingChanged, requestLine } from "../DryRun.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { endpointLine, showChanged } from "./EndpointText.ts"

interface ChangeInput {
  readonly endpointId: string
  readonly dryRun: boolean
  readonly idempotencyKey: Option.Option<string>
  readonly config: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly json: boolean
}

/** The members that a patch names, as they are. */
const namedIn = (patch: WebhookEndpointPatch, endpoint: WebhookEndpoint) =>
  Object.fromEntries(Object.entries(endpoint).filter(([name]) => name in patch))

/** Sends a patch of an endpoint, or shows it beside what the endpoint has. */
export const changeEndpoint = (input: ChangeInput, patch: WebhookEndpointPatch) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* ({ webhookEndpoints }) {
      if (input.dryRun) {
        const endpoint = yield* webhookEndpoints.get(input.endpointId)
        const before = namedIn(patch, endpoint)
        yield* input.json
          ? Output.printJson([{ before, request: patch }])
          : Output.print([endpointLine(endpoint), `Before: ${JSON.stringify(before)}`, requestLine(patch)])
        return yield* nothingChanged
      }
      const endpoint = yield* write("webhookEndpoints.update", input.idempotencyKey, (key) =>
        webhookEndpoints.update(input.endpointId, patch, { idempotencyKey: key })
      )
      yield* showChanged(endpoint, patch, input.json)
    })
  )
