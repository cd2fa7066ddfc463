/**
 * {@link WebhookSender} over a function such as `fetch`. It sends to any address; nothing leaves the process unless the function sends it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type WebhookOutcome, WebhookSender } from "../services/webhooks/WebhookSender.ts"

/** The receiver of requests. */
export type Receive = (request: Request) => Promise<Response>

const retryAfterOf = (response: Response) => {
  const text = response.headers.get("retry-after") ?? ""
  return /^[0-9]{1,6}$/.test(text) ? { retryAfterSeconds: Number(text) } : {}
}

/** Sends to a function; without one, nobody answers. */
export const layer = (receive: Receive) =>
  Layer.succeed(WebhookSender, {
    send: ({ body, headers, url }) => {
      const nobody: WebhookOutcome = { error: "connection" }
      const request = new Request(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body
      })
      return Effect.tryPromise(() => receive(request)).pipe(
        Effect.map((response): WebhookOutcome => ({ status: response.status, ...retryAfterOf(response) })),
        Effect.orElseSucceed(() => nobody)
      )
    }
  })
