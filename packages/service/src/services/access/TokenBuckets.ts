/**
 * Token buckets, one for each key, of the keys used last. A key that is forgotten starts afresh, with a full bucket.
 *
 * Knows nothing of requests, and refuses nothing: `RateLimits.ts` does.
 */
import { debtSecondsMax } from "@partner-api/domain/RequestCost"
import { keysMax, makeBoundedMap } from "./BoundedMap.ts"

/** The capacity of a bucket, and the rate at which it fills. */
export interface BucketSize {
  readonly limit: number
  /** The number of tokens that are added in a second. */
  readonly perSecond: number
}

/** A bucket after tokens were taken from it. */
export interface TakenToken {
  /** The number of tokens that are left; negative where there was none to take, and then nothing was taken. */
  readonly remaining: number
  /** The time until there is one to take; nothing where one was taken. */
  readonly waitMs: number
  /** The time until the bucket is full. */
  readonly resetMs: number
}

/** Buckets by key. */
export interface TokenBuckets {
  /** Takes one token from the bucket of a key. */
  readonly take: (key: string, size: BucketSize, nowMs: number) => TakenToken
  /**
   * Takes tokens for work that is done. The bucket goes below zero where it holds fewer, and takes no more than {@link debtSecondsMax} to fill up
   * to zero again.
   */
  readonly charge: (key: string, size: BucketSize, tokens: number, nowMs: number) => TakenToken
}

/** Makes buckets that are kept in this process. */
export const makeTokenBuckets = (): TokenBuckets => {
  const buckets = makeBoundedMap<{ tokens: number; refilledMs: number }>(keysMax)
  const refilled = (key: string, { limit, perSecond }: BucketSize, nowMs: number) => {
    const bucket = buckets.getOrMake(key, () => ({ tokens: limit, refilledMs: nowMs }))
    // A clock that was set back must not close the bucket until it has caught up.
    if (bucket.refilledMs > nowMs) bucket.refilledMs = nowMs
    const added = Math.floor(((nowMs - bucket.refilledMs) * perSecond) / 1_000)
    bucket.tokens = Math.min(limit, bucket.tokens + added)
    bucket.refilledMs = bucket.tokens >= limit ? nowMs : bucket.refilledMs + (added * 1_000) / perSecond
    return bucket
  }
  /** The time until a bucket holds `tokens`. */
  const untilMs = (
    bucket: { readonly tokens: number; readonly refilledMs: number },
    tokens: number,
    perSecond: number,
    nowMs: number
  ) => ((tokens - bucket.tokens) * 1_000) / perSecond - (nowMs - bucket.refilledMs)
  return {
    take: (key, size, nowMs) => {
      const { limit, perSecond } = size
      const bucket = refilled(key, size, nowMs)
      const remaining = bucket.tokens - 1
      if (remaining >= 0) bucket.tokens = remaining
      return {
        remaining,
        waitMs: remaining >= 0 ? 0 : untilMs(bucket, 1, perSecond, nowMs),
        resetMs: untilMs(bucket, limit, perSecond, nowMs)
      }
    },
    charge: (key, size, tokens, nowMs) => {
      const { limit, perSecond } = size
      const bucket = refilled(key, size, nowMs)
      bucket.tokens = Math.max(bucket.tokens - tokens, Math.min(bucket.tokens, -Math.ceil(debtSecondsMax * perSecond)))
      return {
        remaining: bucket.tokens,
        waitMs: Math.max(0, untilMs(bucket, 1, perSecond, nowMs)),
        resetMs: untilMs(bucket, limit, perSecond, nowMs)
      }
    }
  }
}

/** Buckets that are never empty. */
export const makeEndlessBuckets = (): TokenBuckets => {
  const full = ({ limit, perSecond }: BucketSize): TakenToken => ({
    remaining: limit - 1,
    waitMs: 0,
    resetMs: 1_000 / perSecond
  })
  return { take: (_key, size) => full(size), charge: (_key, size) => full(size) }
}
