/**
 * Runs effects as promises: the only place where an effect becomes a promise, and a failure an exception.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { calledAt, type ClientError, clientError } from "../core/ClientError.ts"
import type { ClientClock } from "../core/ClientOptions.ts"
import type { MethodCall } from "../core/Method.ts"
import type { Progress } from "../core/retries/RetryingExecutor.ts"
import { startSpan } from "./CallSpan.ts"
import { follow } from "./SharedSignal.ts"

/** Runs the effect of a call. An aborted call rejects with a `ClientError` like any other failure. */
export type Run = <A>(
  operation: string,
  options: MethodCall["options"],
  effect: (progress: Progress) => Effect.Effect<A, ClientError>
) => Promise<A>

/** Makes a {@link Run}. */
export const runner =
  (context: Context.Context<never>): Run =>
  async (operation, options, effect) => {
    // Captured before the first await, while the caller is on the stack.
    const site = new Error(operation)
    const span = startSpan(operation)
    const progress: Progress = { attempts: 0, ...(span === undefined ? {} : { within: span.within }) }
    const signal = options?.signal
    /** The error to reject with. */
    const failed = (error: ClientError): ClientError => {
      span?.end(progress, error._tag)
      return calledAt(error, site)
    }
    const aborted = () =>
      clientError(
        {
          tag: "Aborted",
          message: "The call was ended by its signal.",
          // The program's own, and so as it gave it.
          cause: signal?.reason,
          outcome: progress.attempts === 0 ? "not_sent" : "unknown"
        },
        { operation, attempts: progress.attempts }
      )
    if (signal?.aborted === true) throw failed(aborted())
    const own = signal === undefined ? undefined : new AbortController()
    const unfollow = signal === undefined ? undefined : follow(signal, () => own?.abort())
    const given = own === undefined ? {} : { signal: own.signal }
    const exit = await Effect.runPromiseExitWith(context)(effect(progress), given)
    unfollow?.()
    if (Exit.isSuccess(exit)) {
      span?.end(progress, undefined)
      return exit.value
    }
    const failure = Cause.findErrorOption(exit.cause)
    if (Option.isSome(failure)) throw failed(failure.value)
    if (Cause.hasInterruptsOnly(exit.cause)) throw failed(aborted())
    // Anything else is a defect of this library.
    span?.end(progress, "Defect")
    throw Cause.squash(exit.cause)
  }

/** Effect's clock of the option `clock`. */
export const clockOf = ({ nowMs, sleep }: ClientClock): Clock.Clock => {
  const nanos = () => BigInt(Math.trunc(nowMs())) * 1_000_000n
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => Effect.promise((signal) => sleep(Duration.toMillis(duration), signal))
  }
}
