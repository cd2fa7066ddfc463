/**
 * One request to a receiver, and what came of it: the status and `Retry-After`, or why there was no answer. The body of an answer is
 * counted and dropped; nothing of it is kept, so that no answer is a channel to read what the service can reach.
 */
import type { Dispatcher } from "@effect/platform-node/Undici"
import type { WebhookFailure } from "@partner-api/domain/WebhookDelivery"
import type { WebhookOutcome } from "@partner-api/service/services/webhooks/WebhookSender"
import type { Clock } from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { bodyBytesMax, informationalMax } from "./OutboundLimits.ts"
import { OutboundRefused } from "./OutboundNames.ts"

/** The longest delay that a receiver can ask for, in seconds: the longest step of the schedule. */
const retryAfterSecondsMax = 86_400

/** Why an exchange is given up. Nobody reads it: the outcome is known by then. */
class GivenUp extends Data.TaggedError("GivenUp") {}

/** The codes of OpenSSL and Node for a handshake that fails and a certificate that is not trusted. */
const tlsCodes =
  /CERT|CRL|^ERR_(?:TLS|SSL|OSSL)_|^UNABLE_TO_|^(?:EPROTO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/

/** Why there is no answer. */
const failureOf = (error: unknown): WebhookFailure => {
  if (error instanceof OutboundRefused) return error.failure
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "timeout"
  return tlsCodes.test(code) ? "tls" : "connection"
}

/** The time that a receiver requests to wait: seconds or a date (RFC 9110 §10.2.3). Any other value is ignored. */
const readRetryAfter = (header: string, nowMs: number): number | undefined => {
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : undefined
  const moment = /^[A-Z][a-z]{2},/.test(header) ? Date.parse(header) : Number.NaN
  if (seconds === undefined && Number.isNaN(moment)) return undefined
  return Math.min(Math.max(seconds ?? Math.ceil((moment - nowMs) / 1_000), 0), retryAfterSecondsMax)
}

const answerOf = (status: number, header: string | ReadonlyArray<string> | undefined, nowMs: number) => {
  const retryAfterSeconds = typeof header === "string" ? readRetryAfter(header, nowMs) : undefined
  return retryAfterSeconds === undefined ? { status } : { status, retryAfterSeconds }
}

/** The times of an exchange: as a whole, and for the body of an answer after its status. */
interface Times {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly bodyTimeoutMs: number
}

/**
 * Sends a request and reads what comes back, within a time. The status is the outcome: a body that does not end soon after it is cut.
 */
export const exchange = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { bodyTimeoutMs, clock, timeoutMs }: Times
): Effect.Effect<WebhookOutcome> =>
  Effect.suspend(() => {
    const ended = Deferred.makeUnsafe<void>()
    let outcome: WebhookOutcome | undefined
    let isOver = false
    let connection: Dispatcher.DispatchController | undefined
    const cut = Effect.sync(() => {
      isOver = true
      if (!Deferred.isDoneUnsafe(ended)) connection?.abort(new GivenUp())
    })
    return Effect.callback<void>((resume) => {
      let bodyBytes = 0
      let informational = 0
      dispatcher.dispatch(request, {
        onRequestStart: (controller) => {
          connection = controller
          if (isOver) controller.abort(new GivenUp())
        },
        onResponseStart: (controller, status, headers) => {
          // Others, such as 103, come before the answer.
          if (status >= 200) {
            outcome = answerOf(status, headers["retry-after"], clock.currentTimeMillisUnsafe())
            resume(Effect.asVoid(Effect.timeoutOption(Deferred.await(ended), bodyTimeoutMs)))
          } else if (++informational > informationalMax) controller.abort(new GivenUp())
        },
        onResponseData: (controller, chunk) => {
          bodyBytes += chunk.length
          if (bodyBytes > bodyBytesMax) controller.abort(new GivenUp())
        },
        onResponseEnd: () => Deferred.doneUnsafe(ended, Effect.void),
        onResponseError: (_, error) => {
          // After the time is over, it is this function that has ended the exchange.
          if (!isOver) outcome ??= { error: failureOf(error) }
          Deferred.doneUnsafe(ended, Effect.void)
          resume(Effect.void)
        }
      })
    }).pipe(
      Effect.timeoutOption(timeoutMs),
      Effect.ensuring(cut),
      Effect.map(() => outcome ?? { error: "timeout" })
    )
  })
