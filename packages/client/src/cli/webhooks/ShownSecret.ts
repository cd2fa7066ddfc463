/**
 * The answers that show the secret of a webhook endpoint: it is printed once, on standard output, and stored nowhere.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type { WebhookEndpoint } from "../../core/Model.ts"
import { notice } from "../OutputForm.ts"
import { endpointLine, printMessage } from "./EndpointText.ts"

/** Prints an endpoint with its secret and the next step. An answer that is replayed under a key has no secret. */
export const showSecret = Effect.fnUntraced(function* (
  endpoint: WebhookEndpoint,
  { follows, isJson }: { readonly follows: string; readonly isJson: boolean }
) {
  const { id, secret } = endpoint
  yield* isJson
    ? Output.printJson([endpoint])
    : Output.print([endpointLine(endpoint), ...(secret === undefined ? [] : [`Secret: ${secret}`])])
  yield* notice(
    secret === undefined
      ? `This was done before under the same key, and its answer showed the secret. partner webhooks rotate-secret ${id} makes another one.`
      : `The secret is shown only now: give it to the program that receives the webhooks. ${follows}`
  )
  yield* printMessage(endpoint)
})
