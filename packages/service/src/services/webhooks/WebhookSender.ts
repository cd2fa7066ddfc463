/**
 * The port to the addresses of webhook endpoints: one request, and what came of it. Decides nothing about retries.
 */
import type { WebhookFailure } from "@partner-api/domain/WebhookDelivery"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The longest exchange with an endpoint, from the connection to the end of the answer (decisions, Delivery). */
export const exchangeTimeoutMs = 15_000

/** A signed request to an endpoint. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The outcome of a request: the status of the answer, or the reason why there was none. Nothing else of an answer is read. */
export type WebhookOutcome =
  | { readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly error: WebhookFailure }

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Sends a request, once. Takes at most {@link exchangeTimeoutMs}. */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookOutcome>
  }
>()("@partner-api/service/WebhookSender") {}
