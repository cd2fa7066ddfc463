/**
 * How much one caller may ask for (decisions, Limits): a bucket for each client and organization, so that a noisy one slows nobody
 * else; and for failed logins a bound for each address. Right credentials are never held up by that.
 *
 * Counted in this process: each node gives every caller its whole allowance.
 */
import { RateLimited } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as BoundedLimits from "../platform/BoundedLimits.ts"
import { failedLoginsMax, failedLoginWindowMs } from "../platform/Limits.ts"

/** What one caller may ask for. */
export interface RateLimitSettings {
  /** So many requests a second in the long run. */
  readonly perSecond: number
  /** So many at once after a pause. */
  readonly burst: number
}

/** What is left to a caller, as the header fields of the IETF draft say it. */
export interface Allowance {
  readonly policy: string
  readonly limit: string
}

const policyName = `"default"`

/** So many refusals are kept; most limits have one or two times to wait. */
const refusalsMax = 64

const wholeSeconds = (duration: Duration.Duration): number => Math.ceil(Duration.toSeconds(duration))

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Takes one request off a caller's allowance. `note` is told what is left, whether or not the request is let in. */
    readonly take: (
      caller: { readonly clientId: ClientId; readonly organizationId: OrganizationId | undefined },
      note: (allowance: Allowance) => void
    ) => Effect.Effect<void, RateLimited>
    /** Counts a failed login of an address; fails when there were too many. */
    readonly failedLogin: (address: string) => Effect.Effect<void, RateLimited>
  }
>()("@partner-api/server/RateLimits") {
  static readonly layer = ({ perSecond, burst }: RateLimitSettings) =>
    Layer.effect(
      RateLimits,
      Effect.gen(function* () {
        const limiter = yield* RateLimiter.make
        const windowSeconds = burst / perSecond
        const window = Duration.seconds(windowSeconds)
        const policy = `${policyName};q=${burst};w=${Math.ceil(windowSeconds)}`
        const allowance = (remaining: number, resetAfter: Duration.Duration): Allowance => ({
          policy,
          limit: `${policyName};r=${Math.max(0, Math.floor(remaining))};t=${wholeSeconds(resetAfter)}`
        })

        /**
         * A refusal is made once for each time to wait. Whatever an error that is made anew holds on to outlives the young
         * generation of the heap: a flood of them made the collector's pauses ten times as long, for everybody.
         */
        const refusals = BoundedLimits.makeBoundedMap<RateLimited>(refusalsMax)
        const refusal = (retryAfterSeconds: number) =>
          new RateLimited({
            message: `More than ${perSecond} requests a second; wait ${retryAfterSeconds} s.`,
            retryAfterSeconds
          })

        /** A store that cannot tell lets everybody in: a limit is no reason to be down. */
        const retryAfterOf = (error: RateLimiter.RateLimiterError) =>
          error.reason._tag === "RateLimitExceeded" ? Math.max(1, wholeSeconds(error.reason.retryAfter)) : undefined

        const take: RateLimits["Service"]["take"] = ({ clientId, organizationId }, note) =>
          Effect.matchEffect(
            limiter.consume({
              algorithm: "token-bucket",
              key: `${clientId} ${organizationId ?? ""}`,
              window,
              limit: burst
            }),
            {
              onSuccess: ({ remaining, resetAfter }) => Effect.sync(() => note(allowance(remaining, resetAfter))),
              onFailure: (error) => {
                const retryAfterSeconds = retryAfterOf(error)
                if (retryAfterSeconds === undefined) return Effect.void
                note(allowance(0, Duration.seconds(retryAfterSeconds)))
                return Effect.fail(refusals.getOrMake(String(retryAfterSeconds), () => refusal(retryAfterSeconds)))
              }
            }
          )

        /** When each address failed within the last window, the oldest first; at most {@link failedLoginsMax} times each. */
        const failures = BoundedLimits.makeBoundedMap<Array<number>>(BoundedLimits.keysMax)

        const failedLogin = (address: string) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
            const times = failures.getOrMake(address, () => [])
            while (times[0] !== undefined && times[0] + failedLoginWindowMs <= nowMs) times.shift()
            if (times.length < failedLoginsMax) {
              times.push(nowMs)
              return Effect.void
            }
            const retryAfterSeconds = Math.ceil(((times[0] ?? nowMs) + failedLoginWindowMs - nowMs) / 1_000)
            return Effect.fail(
              new RateLimited({
                message: `Too many wrong credentials from this address; wait ${retryAfterSeconds} s. Right ones still work.`,
                retryAfterSeconds
              })
            )
          })

        return RateLimits.of({ take, failedLogin })
      })
    ).pipe(Layer.provide(BoundedLimits.layer))
}
