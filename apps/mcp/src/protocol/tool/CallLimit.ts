/**
 * Bounds the calls of one tool by one principal, and its calls under way: a model in a loop is stopped before it takes the
 * platform's rate limit, or all connections, from other callers. Resources and completions count in the same way.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { digestJson } from "../JsonDigest.ts"
import type { Principal } from "../Principal.ts"
import { notSent, type ToolFailure } from "./ToolFailure.ts"

/** Ten a second for a minute: a program may page through a list at this rate, a model that reads the answers does not. */
export const callsMax = 600
const callsWindowMs = 60_000

/** A tenth of the connections: a call that waits minutes for a human holds one of them. */
export const callsAtOnceMax = 100

/** Buckets are never dropped, so their number is limited to 64^3; two principals hardly ever share one. */
const bucketNameLength = 3

const tooMany = (tool: string, wait: Duration.Duration): ToolFailure =>
  notSent(
    "too_many_calls",
    `${tool} was called more than ${callsMax} times in a minute. Nothing was done. ` +
      `Retry after ${Math.max(1, Math.ceil(Duration.toSeconds(wait)))} s; ask for larger pages instead of many.`,
    { retryable: true, next: [tool] }
  )

const tooManyAtOnce = (tool: string): ToolFailure =>
  notSent(
    "too_many_calls",
    `More than ${callsAtOnceMax} calls are under way. Nothing was done. Wait until one of them ends, then call again.`,
    { retryable: true, next: [tool] }
  )

/** Makes a call and counts it; fails when there are too many. */
export type CallLimit = <A, E, R>(
  principal: Principal,
  tool: string,
  call: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | ToolFailure, R>

/** A limit of its own memory. */
export const makeCallLimit: Effect.Effect<CallLimit> = Effect.map(
  Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory),
  (limiter): CallLimit => {
    const underWay = new Map<string, number>()

    const often = (principal: Principal, tool: string): Effect.Effect<void, ToolFailure> => {
      const key = digestJson([principal.id, tool]).slice(0, bucketNameLength)
      return limiter.consume({ algorithm: "token-bucket", window: callsWindowMs, limit: callsMax, key }).pipe(
        Effect.asVoid,
        Effect.catchTag("RateLimiterError", ({ reason }) =>
          // A limiter that fails is a fault of this server and refuses no call.
          reason._tag === "RateLimitExceeded" ? Effect.fail(tooMany(tool, reason.retryAfter)) : Effect.void
        )
      )
    }

    const enter = ({ id }: Principal, tool: string): Effect.Effect<void, ToolFailure> =>
      Effect.suspend(() => {
        const calls = underWay.get(id) ?? 0
        if (calls >= callsAtOnceMax) return Effect.fail(tooManyAtOnce(tool))
        underWay.set(id, calls + 1)
        return Effect.void
      })

    const leave = ({ id }: Principal): Effect.Effect<void> =>
      Effect.sync(() => {
        const left = (underWay.get(id) ?? 0) - 1
        if (left > 0) underWay.set(id, left)
        else underWay.delete(id)
      })

    return (principal, tool, call) =>
      Effect.andThen(
        often(principal, tool),
        Effect.acquireUseRelease(
          enter(principal, tool),
          () => call,
          () => leave(principal)
        )
      )
  }
)
