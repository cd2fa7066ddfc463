/**
 * Token buckets, one for each key, of the keys used last. A key that is forgotten starts afresh, with a full bucket.
 *
 * Knows nobody whose requests are counted, and refuses nothing: `RateLimits.ts` does.
 */
import { keysMax, makeBoundedMap } from "./BoundedMap.ts"

/** How much a bucket holds, and how fast it fills. */
export interface BucketSize {
  readonly limit: number
  /** How many tokens are added in a second. */
  readonly perSecond: number
}

/** What came of taking one token. */
export interface TakenToken {
  /** How many are left; less than nothing where there was none, and then nothing was taken. */
  readonly remaining: number
  /** The time until there is one to take; nothing where one was taken. */
  readonly waitMs: number
  /** The time until the bucket is full. */
  readonly resetMs: number
}

/** Takes one token from the bucket of a key. */
export type TakeToken = (key: string, size: BucketSize, nowMs: number) => TakenToken

/** Makes buckets that are kept in this process. */
export const makeTokenBuckets = (): TakeToken => {
  const buckets = makeBoundedMap<{ tokens: number; refilledMs: number }>(keysMax)
  return (key, { limit, perSecond }, nowMs) => {
    const bucket = buckets.getOrMake(key, () => ({ tokens: limit, refilledMs: nowMs }))
    // A clock that was set back must not close the bucket until it has caught up.
    if (bucket.refilledMs > nowMs) bucket.refilledMs = nowMs
    const refilled = Math.floor(((nowMs - bucket.refilledMs) * perSecond) / 1_000)
    bucket.tokens = Math.min(limit, bucket.tokens + refilled)
    bucket.refilledMs = bucket.tokens >= limit ? nowMs : bucket.refilledMs + (refilled * 1_000) / perSecond
    const remaining = bucket.tokens - 1
    if (remaining >= 0) bucket.tokens = remaining
    const elapsedMs = nowMs - bucket.refilledMs
    return {
      remaining,
      waitMs: remaining >= 0 ? 0 : 1_000 / perSecond - elapsedMs,
      resetMs: ((limit - bucket.tokens) * 1_000) / perSecond - elapsedMs
    }
  }
}

/** Buckets that are never empty. */
export const makeEndlessBuckets =
  (): TakeToken =>
  (_key, { limit, perSecond }) => ({
    remaining: limit - 1,
    waitMs: 0,
    resetMs: 1_000 / perSecond
  })
