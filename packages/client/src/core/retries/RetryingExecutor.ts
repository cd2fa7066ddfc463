/**
 * Executes a call: one attempt or several within the deadline, each when it is its turn under the rate limit, and one result.
 *
 * A refused token is replaced once and the request sent again. `RetryPolicy.ts` decides which failures are retried; `ClientCore.ts`
 * decides whether a request that may have been done is sent again; `Pacer.ts` has the queues.
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
import {
  addressRemedy,
  type ClientError,
  clientError,
  type ErrorTag,
  type Failure,
  isPartnerError
} from "../ClientError.ts"
import type { ClientEvent } from "../ClientEvent.ts"
import type { CallLimits } from "../ClientConfig.ts"
import { makePacer, type PacedRequest } from "../pacing/Pacer.ts"
import type { TokenKey } from "../tokens/TokenCache.ts"
import { type Answer, exchange } from "../transport/Exchange.ts"
import { isRetryable, retryAfterMsMax, retryDelayMs } from "./RetryPolicy.ts"
import type { Transport, TransportRequest } from "../transport/Transport.ts"

/** A token, or the credentials themselves, the header, and how to replace it when the service refuses it. */
export interface Credential {
  readonly value: Redacted.Redacted
  readonly header: "bearer" | "basic" | typeof partnerTokenHeader
  /** Replaces it; false when there is no other one. */
  readonly replace: Effect.Effect<boolean>
}

/** The progress of a call: for the error of a call that is aborted, and for its span. */
export interface Progress {
  attempts: number
  method?: string
  organizationId?: string
  /** Of the last answer. */
  status?: number
  requestId?: string
  /** Runs the requests of the call, where somebody follows them. */
  readonly within?: <A>(run: () => A) => A
}

/** A call, ready to be executed. */
export interface PreparedCall {
  readonly operation: string
  /** Whether the path names a resource by its id. Where it does not, an address that is not there is that of the service. */
  readonly namesResource: boolean
  /** Whether it gets a token. Its answer may repeat a credential in a header, so its error has none. */
  readonly getsToken: boolean
  readonly organizationId: string | undefined
  readonly request: TransportRequest
  /** Read before each attempt; none for a public operation. */
  readonly credential: Effect.Effect<Credential, ClientError> | undefined
  /** The token whose rate limit its requests count against; none for a request without a token. */
  readonly queue: TokenKey | undefined
  /** Whether it may be retried although the service may have done it already. */
  readonly retryUnsafe: boolean
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
    credential.header === partnerTokenHeader
      ? { [partnerTokenHeader.toLowerCase()]: value }
      : { authorization: `${credential.header === "basic" ? "Basic" : "Bearer"} ${value}` }
  return { ...request, headers: { ...request.headers, ...header } }
}

/** The tag of a call's failure, for events; none for a success. */
const errorTagOf = (exit: Exit.Exit<unknown, ClientError>): ErrorTag | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) ? error.value._tag : "Aborted"
}

const seconds = (ms: number): string => `${ms / 1_000} s`

/** The path of an address, without its query: that may hold names of people. */
const pathOf = (url: string): string => new URL(url).pathname

/** The failure of a request to a path that every service has: it is the address that is wrong, and no id. */
const ofAddress = (failure: Failure, { namesResource, request: { url } }: PreparedCall): Failure =>
  failure.tag !== "NotFound" || namesResource || failure.remedy === addressRemedy
    ? failure
    : {
        ...failure,
        message: `The service has no ${pathOf(url)}.`,
        remedy: addressRemedy
      }

/** Makes the executor of calls over a transport. `emit` receives their events, and `onHeaders` the headers of each answer. */
export const makeRetryingExecutor = (
  transport: Transport,
  emit: ((event: ClientEvent) => void) | undefined,
  onHeaders: (operation: string, headers: Readonly<Record<string, string>>) => void
) => {
  let calls = 0
  const pacer = makePacer()
  const run = Effect.fnUntraced(function* (call: PreparedCall) {
    const { limits, operation, organizationId, progress } = call
    if (organizationId !== undefined) progress.organizationId = organizationId
    calls += 1
    const about = { call: calls, operation, organizationId }
    const startedMs = yield* Clock.currentTimeMillis
    emit?.({ type: "call_started", ...about })
    const leftMs = Effect.map(Clock.currentTimeMillis, (nowMs) => startedMs + limits.deadlineMs - nowMs)
    const token = call.credential ?? Effect.succeed(undefined)
    let isQueued = false

    const attempt = Effect.fnUntraced(function* (credential: Credential | undefined, paced: PacedRequest | undefined) {
      progress.attempts += 1
      const sentMs = yield* Clock.currentTimeMillis
      const { method, url } = call.request
      progress.method = method
      emit?.({ type: "request_sent", ...about, method, path: pathOf(url), attempt: progress.attempts })
      const request = { ...withCredential(call.request, credential), within: progress.within }
      const result = yield* exchange(transport, request, (answer) => {
        paced?.onAnswer(answer)
        onHeaders(operation, answer.headers)
      }).pipe(
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
      if (status !== undefined) progress.status = status
      if (requestId !== undefined) progress.requestId = requestId
      emit?.({
        type: "request_ended",
        ...about,
        method,
        path: pathOf(url),
        attempt: progress.attempts,
        durationMs: (yield* Clock.currentTimeMillis) - sentMs,
        status,
        error: Result.isFailure(result) ? result.failure.tag : undefined,
        requestId
      })
      if (Result.isSuccess(result)) return { credential, result, delayMs: 0 }
      const delayMs = retryDelayMs(result.failure, progress.attempts, yield* Random.next)
      // A longer wait is not for the rate, such as that for the bytes of a day: it holds up no other call.
      if (result.failure.tag === "RateLimited" && (result.failure.retryAfterMs ?? 0) <= retryAfterMsMax) {
        paced?.onRefused(delayMs)
      }
      return { credential, result, delayMs }
    })

    /** One attempt, when it is its turn. */
    const turn = Effect.gen(function* () {
      // Before the queue: calls that wait must not each fetch a token when the first fetch fails.
      const credential = yield* token
      if (call.queue === undefined) return yield* attempt(credential, undefined)
      const onQueued = (ahead: number) => {
        isQueued = true
        emit?.({ type: "queued", ...about, ahead })
      }
      const place = { order: about.call, isReturning: progress.attempts > 0, leftMs, onQueued }
      return yield* pacer.inTurn(call.queue, place, (paced) => {
        isQueued = false
        // The token may have expired in the queue.
        return paced.hasWaited
          ? Effect.flatMap(token, (current) => attempt(current, paced))
          : attempt(credential, paced)
      })
    })

    const attempts = Effect.gen(function* () {
      let isReplaced = false
      for (;;) {
        const { credential, delayMs, result } = yield* turn
        if (Result.isSuccess(result)) return { ...result.success, attempts: progress.attempts }
        const { failure } = result
        if (failure.status === 401 && credential !== undefined && !isReplaced && (yield* credential.replace)) {
          isReplaced = true
          continue
        }
        if (progress.attempts > limits.retries || !isRetryable(failure, call.retryUnsafe))
          return yield* Effect.fail(failure)
        // A wait past the deadline cannot help; the failure at hand has more detail than a timeout.
        if (delayMs >= (yield* leftMs)) return yield* Effect.fail(failure)
        emit?.({ type: "waiting", ...about, attempt: progress.attempts, waitMs: delayMs, error: failure.tag })
        // A refusal pauses the queue, and this call waits at its head.
        if (failure.tag !== "RateLimited" || call.queue === undefined) yield* Effect.sleep(delayMs)
      }
    })

    return yield* attempts.pipe(
      Effect.timeoutOrElse({
        duration: limits.deadlineMs,
        orElse: () =>
          Effect.fail<Failure>({
            tag: "Timeout",
            message: isQueued
              ? `The call waited for its turn under the rate limit until its deadline of ${seconds(limits.deadlineMs)}.`
              : `The call did not come to an end within ${seconds(limits.deadlineMs)}.`,
            outcome: progress.attempts === 0 ? "not_sent" : "unknown"
          })
      }),
      // A failure to get a token stays as it is: the request for a token is a call too.
      Effect.mapError((failure) =>
        isPartnerError(failure)
          ? failure
          : clientError(
              { ...ofAddress(failure, call), headers: call.getsToken ? undefined : failure.headers },
              { operation, attempts: progress.attempts }
            )
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
