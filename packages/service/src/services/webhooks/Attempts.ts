/**
 * Attempts to deliver: signs a request, sends it, and returns the delivery after it.
 */
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { attemptsKeptMax, type WebhookAttempt, type WebhookDeliveryStatus } from "@partner-api/domain/WebhookDelivery"
import type { EventId } from "@partner-api/domain/EventId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { signedHeaders } from "../../crypto/WebhookSignature.ts"
import type { StoredDelivery } from "../../store/DeliveryStore.ts"
import type { WebhookSender } from "./WebhookSender.ts"

/** The address of an attempt, and the secrets that sign it. */
export interface Destination {
  readonly url: string
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** An attempt that was made, and what the endpoint requested. */
export interface MadeAttempt {
  readonly attempt: WebhookAttempt
  readonly retryAfterMs: number | undefined
}

/** Sends the text of an event, once. */
export const makeAttempt = Effect.fnUntraced(function* (
  sender: WebhookSender["Service"],
  { secrets, url }: Destination,
  { body, id }: { readonly id: EventId; readonly body: string }
) {
  const startMs = yield* Clock.currentTimeMillis
  const headers = signedHeaders(secrets, { id, timestampSeconds: Math.floor(startMs / 1_000), body })
  const outcome = yield* sender.send({ url, headers, body })
  const endMs = yield* Clock.currentTimeMillis
  const made: MadeAttempt = {
    attempt: {
      at: timestampFromMillis(startMs),
      ...("status" in outcome ? { status: outcome.status } : { failure: outcome.error }),
      duration_ms: Math.max(0, endMs - startMs)
    },
    retryAfterMs:
      "status" in outcome && outcome.retryAfterSeconds !== undefined ? outcome.retryAfterSeconds * 1_000 : undefined
  }
  return made
})

/** A delivery after an attempt that was accepted. */
export const succeeded = (delivery: StoredDelivery, made: MadeAttempt): StoredDelivery => ({
  ...withAttempt(delivery, made),
  status: "succeeded",
  failures: 0,
  nextAttemptAtMs: undefined
})

/** A delivery after one more attempt that was not accepted. */
export const failedOnce = (
  delivery: StoredDelivery,
  made: MadeAttempt,
  next: { readonly status: WebhookDeliveryStatus; readonly nextAttemptAtMs: number | undefined }
): StoredDelivery => ({ ...withAttempt(delivery, made), ...next, failures: delivery.failures + 1 })

/** A delivery with one more attempt, which counts for nothing. */
export const withAttempt = (delivery: StoredDelivery, { attempt }: MadeAttempt): StoredDelivery => ({
  ...delivery,
  attempts: [...delivery.attempts, attempt].slice(-attemptsKeptMax)
})
