/**
 * A logical call: as many requests as it takes, within the time it has, and one result.
 *
 * A refused token is replaced and the request sent once more. What may be repeated is repeated (`Repetition.ts`). Whether a request
 * may go twice is decided by whoever prepares it: see `Connection.ts`.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type ClientError, clientError, type ErrorTag, type Failure, isPartnerError } from "../ClientError.ts"
import type { ClientEvent } from "../ClientEvent.ts"
import type { CallLimits } from "../ClientConfig.ts"
import { type Answer, exchange } from "../transport/Exchange.ts"
import { isRepeatable, waitMs } from "./Repetition.ts"
import type { Transport, TransportRequest } from "../transport/Transport.ts"

/** A token as a request carries it, and what to do when it is refused. */
export interface Credential {
  readonly value: Redacted.Redacted
  readonly header: "bearer" | typeof partnerTokenHeader
  /** Replaces the token; false when there is no other one to be had. */
  readonly replace: Effect.Effect<boolean>
}

/** Counts the requests of a call, for whoever ends it from outside. */
export interface Progress {
  attempts: number
}

/** A call, ready to be made. */
export interface PreparedCall {
  readonly operation: string
  readonly organizationId: string | undefined
  readonly request: TransportRequest
  /** None for what needs no token. Asked for before each attempt. */
  readonly credential: Effect.Effect<Credential, ClientError> | undefined
  /** Whether it may be sent again although the service may have done it already. */
  readonly anew: boolean
  readonly limits: CallLimits
  readonly progress: Progress
}

/** The answer of a call. */
export interface Answered extends Answer {
  readonly attempts: number
}

const withCredential = (request: TransportRequest, credential: Credential | undefined): TransportRequest => {
  if (credential === undefined) return request
  const value = Redacted.value(credential.value)
  const header =
    credential.header === "bearer"
      ? { authorization: `Bearer ${value}` }
      : { [partnerTokenHeader.toLowerCase()]: value }
  return { ...request, headers: { ...request.headers, ...header } }
}

/** How a call ended, for events: nothing when it succeeded. */
const errorTagOf = (exit: Exit.Exit<unknown, ClientError>): ErrorTag | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) ? error.value._tag : "Aborted"
}

const seconds = (ms: number): string => `${ms / 1_000} s`

/** Makes calls over a transport, and tells `listener` of them. */
export const makeCaller = (transport: Transport, listener: ((event: ClientEvent) => void) | undefined) => {
  let calls = 0
  const emit =
    listener === undefined
      ? undefined
      : (event: ClientEvent): void => {
          // What goes wrong in somebody's log is no reason for a call to fail.
          Result.try({ try: () => listener(event), catch: () => undefined })
        }

  const run = Effect.fnUntraced(function* (call: PreparedCall) {
    const { limits, operation, organizationId, progress } = call
    calls += 1
    const about = { call: calls, operation, organizationId }
    const startedMs = yield* Clock.currentTimeMillis
    emit?.({ type: "call_started", ...about })

    const attempt = Effect.fnUntraced(function* (credential: Credential | undefined) {
      progress.attempts += 1
      const sentMs = yield* Clock.currentTimeMillis
      emit?.({ type: "request_sent", ...about, attempt: progress.attempts })
      const result = yield* exchange(transport, withCredential(call.request, credential)).pipe(
        Effect.timeoutOrElse({
          duration: limits.timeoutMs,
          orElse: () =>
            Effect.fail<Failure>({
              tag: "Timeout",
              message: `The service did not answer within ${seconds(limits.timeoutMs)}.`,
              outcome: "unknown"
            })
        }),
        Effect.result
      )
      const status = Result.isSuccess(result) ? result.success.status : result.failure.status
      const requestId = Result.isSuccess(result) ? result.success.headers["x-request-id"] : result.failure.requestId
      emit?.({
        type: "request_ended",
        ...about,
        attempt: progress.attempts,
        durationMs: (yield* Clock.currentTimeMillis) - sentMs,
        status,
        error: Result.isFailure(result) ? result.failure.tag : undefined,
        requestId
      })
      return result
    })

    const attempts = Effect.gen(function* () {
      let isReplaced = false
      for (;;) {
        const credential = call.credential === undefined ? undefined : yield* call.credential
        const result = yield* attempt(credential)
        if (Result.isSuccess(result)) return { ...result.success, attempts: progress.attempts }
        const { failure } = result
        if (failure.status === 401 && credential !== undefined && !isReplaced && (yield* credential.replace)) {
          isReplaced = true
          continue
        }
        if (progress.attempts > limits.retries || !isRepeatable(failure, call.anew)) return yield* Effect.fail(failure)
        const pauseMs = waitMs(failure, progress.attempts, yield* Random.next)
        const leftMs = startedMs + limits.deadlineMs - (yield* Clock.currentTimeMillis)
        // A wait that ends after everything is over helps nobody; the failure at hand says more than a timeout.
        if (pauseMs >= leftMs) return yield* Effect.fail(failure)
        emit?.({ type: "waiting", ...about, attempt: progress.attempts, waitMs: pauseMs, error: failure.tag })
        yield* Effect.sleep(pauseMs)
      }
    })

    return yield* attempts.pipe(
      Effect.timeoutOrElse({
        duration: limits.deadlineMs,
        orElse: () =>
          Effect.fail<Failure>({
            tag: "Timeout",
            message: `The call did not come to an end within ${seconds(limits.deadlineMs)}.`,
            outcome: progress.attempts === 0 ? "not_sent" : "unknown"
          })
      }),
      // The failure to get a token is told as it is: it has a call of its own.
      Effect.mapError((failure) =>
        isPartnerError(failure) ? failure : clientError(failure, { operation, attempts: progress.attempts })
      ),
      Effect.onExit((exit) =>
        Effect.map(Clock.currentTimeMillis, (nowMs) =>
          emit?.({
            type: "call_ended",
            ...about,
            attempts: progress.attempts,
            durationMs: nowMs - startedMs,
            error: errorTagOf(exit)
          })
        )
      )
    )
  })

  return run
}
