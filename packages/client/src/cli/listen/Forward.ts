/**
 * Sends an event to a program as a webhook: one signed `POST`, as the service sends it, and what came of it. A failure is no error here,
 * and nothing is sent again.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Event } from "../../core/Model.ts"
import type { Transport } from "../../core/transport/Transport.ts"
import { version } from "../../core/Version.ts"
import { sign } from "../../webhooks/Signature.ts"

/** The time that a program may take, as for a delivery of the service. */
const timeoutMs = 15_000

/** The address that events are sent to, and the secret that signs them. */
export interface Target {
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** The outcome of an event: the status that the program answered with, or the reason why there is none. */
export interface Forwarded {
  readonly event: Event
  readonly durationMs: number
  readonly answer: Result.Result<number, string>
}

/** Whether the program has accepted the event. */
export const isAccepted = ({ answer }: Forwarded): boolean =>
  Result.isSuccess(answer) && answer.success >= 200 && answer.success < 300

/** Sends an event. */
export const forward = Effect.fnUntraced(function* (transport: Transport, { secret, url }: Target, event: Event) {
  const startedMs = yield* Clock.currentTimeMillis
  const body = JSON.stringify(event)
  const content = { id: event.id, timestampSeconds: Math.floor(startedMs / 1_000), body }
  const signature = yield* Effect.promise(() => sign(Redacted.value(secret), content))
  const headers = { "content-type": "application/json", "user-agent": `partner/${version}`, ...signature }
  const answer = yield* transport({ method: "POST", url, headers, body: Redacted.make(body) }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail({ message: `No answer within ${timeoutMs / 1_000} s.` })
    }),
    Effect.match({
      onSuccess: ({ status }) => Result.succeed(status),
      onFailure: ({ message }) => Result.fail(message)
    }),
    // A trace of this program is none of the target's business.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false)
  )
  return { event, durationMs: (yield* Clock.currentTimeMillis) - startedMs, answer } satisfies Forwarded
})
