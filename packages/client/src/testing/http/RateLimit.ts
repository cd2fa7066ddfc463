/**
 * The rate limit of a caller and its headers (decisions, Limits). Without the option `rateLimit` no request is refused: the time of a
 * test stands still, so a bucket would never refill.
 */
import { RateLimited } from "@partner-api/domain/Errors"
import type { TestServerOptions } from "../Options.ts"

/** The limit that the service announces (decisions, Limits). */
const announced = { perSecond: 50, burst: 200 }

const policyName = `"default"`

/** The outcome of one request: its headers, and the refusal when the bucket is empty. */
interface RateLimitResult {
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: RateLimited | undefined
}

/** Takes one request from the bucket of a caller. */
export type RateLimiter = (caller: string, nowMs: number) => RateLimitResult

export const makeRateLimiter = (limit: TestServerOptions["rateLimit"]): RateLimiter => {
  const { perSecond, burst } = limit ?? announced
  const policy = `${policyName};q=${burst};w=${Math.ceil(burst / perSecond)}`
  const buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>()
  const headers = (left: number) => ({
    "ratelimit-policy": policy,
    ratelimit: `${policyName};r=${Math.floor(left)};t=${Math.ceil((burst - left) / perSecond)}`
  })
  return (caller, nowMs) => {
    if (limit === undefined) return { headers: headers(burst - 1), refusal: undefined }
    const { tokens, atMs } = buckets.get(caller) ?? { tokens: burst, atMs: nowMs }
    const filled = Math.min(burst, tokens + ((nowMs - atMs) / 1_000) * perSecond)
    const left = filled < 1 ? filled : filled - 1
    buckets.set(caller, { tokens: left, atMs: nowMs })
    if (filled >= 1) return { headers: headers(left), refusal: undefined }
    const retryAfterSeconds = Math.max(1, Math.ceil((1 - filled) / perSecond))
    return {
      headers: headers(0),
      refusal: new RateLimited({
        message: `More than ${perSecond} requests a second; wait ${retryAfterSeconds} s.`,
        retryAfterSeconds
      })
    }
  }
}
