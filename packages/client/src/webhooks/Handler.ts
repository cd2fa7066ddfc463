/**
 * Answers the requests of the service: from a `Request` to a `Response`, as Next, Hono, Deno, Bun and Workers have them. `NodeHandler.ts` does
 * it for Node.
 *
 * Prints nothing and keeps no events: `onError` gets the failures, and ids are kept by `seen`, or those of requests for minutes in memory.
 */
import { handledRequests } from "./HandledRequests.ts"
import type { PartnerEvent } from "./PartnerEvent.ts"
import { readBody } from "./RequestBody.ts"
import { onceFor, type SeenEvents } from "./SeenEvents.ts"
import { unwrap, type UnwrapOptions } from "./Unwrap.ts"
import { isWebhookError, type WebhookErrorTag } from "./WebhookError.ts"
import type { WebhookSecrets } from "./WebhookSecret.ts"

/** The options of a handler of webhooks. */
export interface HandlerOptions extends UnwrapOptions {
  /** The secret of the endpoint, or several while one replaces another. */
  readonly secrets: WebhookSecrets
  /** Handles an event, `ping` included. The service waits 15 seconds; when the promise rejects, the event is sent again. */
  readonly onEvent: (event: PartnerEvent) => unknown
  /** Gets why a request was refused (a `WebhookError`), and what `onEvent` and `seen` have failed with. What it throws is dropped. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /**
   * Makes that a repeated event is answered without `onEvent`. Default: `onEvent` gets every delivery of the service; the very same request again,
   * which nobody but a thief or a proxy sends, is answered without it while this process runs.
   */
  readonly seen?: SeenEvents | undefined
}

/** Answers a request. Never rejects. */
export type WebhookHandler = (request: Request) => Promise<Response>

/** Faults of the receiver: repaired, it should get the event again. For the others, the same request would be refused again. */
const receiverFaults: ReadonlyArray<WebhookErrorTag> = ["BodyNotRaw", "InvalidSecret"]

const answer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } })

const refusalOf = (error: unknown): Response =>
  isWebhookError(error)
    ? answer(receiverFaults.includes(error._tag) ? 500 : 400, error.message)
    : answer(500, "The request could not be read.")

/**
 * Makes a handler of webhooks. It answers
 *
 * - 204 when `onEvent` has ended well, for an event that `seen` knows, and for a request that was handled before,
 * - 400 for a request that is not signed with one of the secrets, is too old, or holds no event,
 * - 405 for any method but POST, and 413 for a body above 64 KiB,
 * - 500 when `onEvent` or `seen` fails, the body was read before, or a secret is invalid: the service sends the event again.
 *
 * With `seen`, the id is added before `onEvent` and removed when it fails. When the program ends in between, the event counts as seen. Where
 * none may be lost, leave `seen` out and store the id in the transaction of `onEvent`.
 *
 * ```ts
 * export const POST = webhooks.handler({ secrets, onEvent: (event) => queue.add(event), onError: report })
 * ```
 */
export const handler = ({ onError, onEvent, secrets, seen, toleranceSeconds }: HandlerOptions): WebhookHandler => {
  const handle = onceFor(seen ?? handledRequests(toleranceSeconds), onEvent)
  // Once the signature is right, the headers are those that were signed.
  const keyOf = ({ headers }: Request, { id }: PartnerEvent): string => {
    const signedId = headers.get("webhook-id") ?? id
    return seen === undefined ? `${signedId}.${headers.get("webhook-timestamp") ?? ""}` : signedId
  }
  const eventOf = async (request: Request): Promise<PartnerEvent | undefined> => {
    const body = await readBody(request)
    return body === undefined ? undefined : unwrap(body, request.headers, secrets, { toleranceSeconds })
  }
  const reported = async (error: unknown, response: Response): Promise<Response> => {
    await Promise.resolve(error)
      .then(onError)
      .catch(() => undefined)
    return response
  }
  const accept = async (request: Request, event: PartnerEvent | undefined): Promise<Response> => {
    if (event === undefined) return answer(413, "The body is larger than any event.")
    return handle(keyOf(request, event), event).then(
      () => new Response(null, { status: 204 }),
      (error: unknown) => reported(error, answer(500, "The event was not handled."))
    )
  }
  return async (request) =>
    request.method === "POST"
      ? eventOf(request).then(
          (event) => accept(request, event),
          (error: unknown) => reported(error, refusalOf(error))
        )
      : answer(405, "Webhooks are sent with POST.", { allow: "POST" })
}
