/**
 * A store for Effect's rate limiter that forgets: it keeps a bounded number of the keys used last. The one that comes with Effect keeps
 * every key it has ever seen, and clients choose keys (an address is one), so they would choose how much memory that takes.
 *
 * A key that is forgotten starts afresh. Windows and adaptive limits are not used here, and not kept.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RateLimiterError, RateLimiterStore, RateLimitStoreError } from "effect/persistence/RateLimiter"

/** The maximum number of keys: ten thousand clients at once, in about two megabytes. */
export const keysMax = 10_000

const unsupported = Effect.fail(
  new RateLimiterError({ reason: new RateLimitStoreError({ message: "Only token buckets are kept." }) })
)

/** A map that forgets the key used longest ago when there are more than {@link keysMax}. */
export const makeBoundedMap = <Value>(max: number) => {
  const entries = new Map<string, Value>()
  return {
    size: () => entries.size,
    getOrMake: (key: string, make: () => Value): Value => {
      const known = entries.get(key)
      const value = known ?? make()
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.keys().next()
      if (entries.size > max && oldest.done !== true) entries.delete(oldest.value)
      return value
    }
  }
}

export const layer: Layer.Layer<RateLimiterStore> = Layer.sync(RateLimiterStore, () => {
  const buckets = makeBoundedMap<{ tokens: number; refilledMs: number }>(keysMax)
  return RateLimiterStore.of({
    fixedWindow: () => unsupported,
    // A request that is told to wait is refused, and takes nothing: a bucket is never less than empty.
    tokenBucket: ({ key, tokens, limit, refillRate }) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          const nowMs = clock.currentTimeMillisUnsafe()
          const refillMs = Duration.toMillis(refillRate)
          const bucket = buckets.getOrMake(key, () => ({ tokens: limit, refilledMs: nowMs }))
          // A clock that was set back must not close the bucket until it has caught up.
          if (bucket.refilledMs > nowMs) bucket.refilledMs = nowMs
          const refilled = Math.floor((nowMs - bucket.refilledMs) / refillMs)
          bucket.tokens = Math.min(limit, bucket.tokens + refilled)
          bucket.refilledMs = bucket.tokens >= limit ? nowMs : bucket.refilledMs + refilled * refillMs
          const left = bucket.tokens - tokens
          if (left >= 0) bucket.tokens = left
          return [left, nowMs - bucket.refilledMs] as const
        })
      ),
    adaptiveConsume: () => unsupported,
    adaptiveFeedback: () => unsupported
  })
})
