/**
 * How often one principal may call one tool: a model in a circle is stopped here, before it takes the platform's allowance from
 * everybody. What the platform itself allows is the platform's business.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { digestJson } from "./CanonicalJson.ts"
import type { Principal } from "./Principal.ts"
import { notSent, type ToolFailure } from "./ToolFailure.ts"

/** Ten a second for a minute: a program may be so quick with a list, no model that reads what it gets is. */
export const callsMax = 600
const callsWindowMs = 60_000

/** Buckets are never forgotten, so there are 64^3 of them at most, whoever comes; two principals hardly ever share one. */
const bucketNameLength = 3

const tooMany = (tool: string, wait: Duration.Duration): ToolFailure =>
  notSent(
    "too_many_calls",
    `${tool} was called more than ${callsMax} times in a minute. Nothing was done. ` +
      `Retry after ${Math.max(1, Math.ceil(Duration.toSeconds(wait)))} s; ask for larger pages instead of many.`,
    { retryable: true, next: [tool] }
  )

/** Counts a call; fails when there were too many. */
export type CallLimit = (principal: Principal, tool: string) => Effect.Effect<void, ToolFailure>

/** A limit of its own memory. */
export const makeCallLimit: Effect.Effect<CallLimit> = Effect.map(
  Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory),
  (limiter) => (principal, tool) => {
    const key = digestJson([principal.id, tool]).slice(0, bucketNameLength)
    return limiter.consume({ algorithm: "token-bucket", window: callsWindowMs, limit: callsMax, key }).pipe(
      Effect.asVoid,
      Effect.catchTag("RateLimiterError", ({ reason }) =>
        // A memory that fails is a fault of this server, which stops nobody.
        reason._tag === "RateLimitExceeded" ? Effect.fail(tooMany(tool, reason.retryAfter)) : Effect.void
      )
    )
  }
)
