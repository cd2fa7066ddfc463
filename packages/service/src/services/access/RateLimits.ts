/**
 * Rate limits (decisions, Limits): a bucket for each client in each organization, so that a busy organization slows no other; a bucket for each client in all
 * organizations, so that a new organization adds no allowance; and a bound of failed logins for each address, which never refuses right credentials.
 *
 * A request costs points (`RequestCost.ts` of the domain): one before its work, and the rest after it. Both buckets pay.
 *
 * Each process counts alone: every node has the whole rate limit of the setting.
 */
import { RateLimited } from "@partner-api/domain/Errors"
import type { ClientRates } from "@partner-api/domain/ClientLimits"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { debtSecondsMax } from "@partner-api/domain/RequestCost"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { keysMax, makeBoundedMap } from "./BoundedMap.ts"
import { makeTokenBuckets, type TakenToken, type TokenBuckets } from "./TokenBuckets.ts"
import { failedLoginsMax, failedLoginWindowMs } from "../../Limits.ts"

/** The rate limit of a client in one organization. */
export interface RateLimitSettings {
  /** The sustained number of requests a second. */
  readonly perSecond: number
  /** The number of requests at once after a pause. */
  readonly burst: number
}

/** The default of a service, in the headers of the IETF draft too (decisions, Limits). */
export const defaultRateLimit: RateLimitSettings = { perSecond: 50, burst: 200 }

/**
 * The rate limit of each of several nodes: an equal part of the setting. A client whose requests reach one node alone has that part. A burst is an
 * integer, and at least 1.
 */
export const shareOf = ({ burst, perSecond }: RateLimitSettings, nodes: number): RateLimitSettings => ({
  perSecond: perSecond / nodes,
  burst: Math.max(1, Math.floor(burst / nodes))
})

/** The rate limit that a caller has left, with the header fields of the IETF draft. */
export interface Allowance {
  readonly policy: string
  readonly limit: string
  /** The number of requests that the caller may send at once. */
  readonly remaining: number
  /** The maximum of `remaining`. */
  readonly burst: number
}

/** The rate limit of a client in all organizations together, as a multiple of that in one; requests for tokens count too. */
const clientFactor = 4

/** Charges points for the work of a request, beyond the one point of `take`. Returns the allowance after the charge. */
export type ChargeWork = (points: number) => Allowance

/** The result of the rate limit for a request. */
export interface RateLimitResult {
  readonly allowance: Allowance
  /** The refusal of the request; absent within the rate limit. */
  readonly refusal?: RateLimited
  /** Charges the work of the request; absent where it is refused. */
  readonly charge?: ChargeWork
}

/** A kind of bucket: its name in the header fields, its size and rate, and the text of its policy. */
interface Policy {
  readonly name: string
  readonly limit: number
  readonly perSecond: number
  readonly text: string
}

/** The maximum number of kept refusals: one for each whole second to wait, of both buckets. */
const refusalsMax = 2 * (debtSecondsMax + 1)

const wholeSeconds = (durationMs: number): number => Math.ceil(durationMs / 1_000)

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** The rates of a client in each organization, and in all of them together, on this node. */
    readonly rates: ClientRates
    /** Takes one request off the rate limit of a caller. */
    readonly take: (caller: {
      readonly clientId: ClientId
      readonly organizationId: OrganizationId | undefined
    }) => RateLimitResult
    /** Takes one request that issues or revokes a token off the rate limit of its client. */
    readonly takeOfClient: (clientId: ClientId) => RateLimitResult
    /** Counts a failed login of an address. Fails after {@link failedLoginsMax} of them in a window. */
    readonly failedLogin: (address: string) => Effect.Effect<void, RateLimited>
  }
>()("@partner-api/service/RateLimits") {
  static readonly layer = (
    { perSecond, burst }: RateLimitSettings,
    makeBuckets: () => TokenBuckets = makeTokenBuckets
  ) =>
    Layer.effect(
      RateLimits,
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const buckets = makeBuckets()
        const windowMs = (burst * 1_000) / perSecond
        const policyOf = (name: string, factor: number): Policy => ({
          name,
          limit: burst * factor,
          perSecond: perSecond * factor,
          text: `${name};q=${burst * factor};w=${wholeSeconds(windowMs)}`
        })
        const ofOrganization = policyOf(`"default"`, 1)
        const ofClient = policyOf(`"client"`, clientFactor)
        const allowance = ({ limit, name, text }: Policy, remaining: number, resetSeconds: number): Allowance => ({
          policy: text,
          limit: `${name};r=${remaining};t=${resetSeconds}`,
          remaining,
          burst: limit
        })

        /**
         * The refusals, one for each number of seconds to wait. A new error for each request would leave the young generation of the heap: in a flood that
         * made the pauses of the collector ten times as long.
         */
        const refusals = makeBoundedMap<RateLimited>(refusalsMax)
        const refusal = (perSecondMax: number, retryAfterSeconds: number) =>
          new RateLimited({
            message: `More than ${Math.ceil(perSecondMax)} requests a second, or fewer that cost more; wait ${retryAfterSeconds} s.`,
            retryAfterSeconds
          })

        const left = (policy: Policy, { remaining, resetMs }: TakenToken): Allowance =>
          allowance(policy, Math.max(0, remaining), wholeSeconds(resetMs))

        const refused = (policy: Policy, { waitMs }: TakenToken): RateLimitResult => {
          const retryAfterSeconds = Math.max(1, wholeSeconds(waitMs))
          return {
            allowance: allowance(policy, 0, retryAfterSeconds),
            refusal: refusals.getOrMake(`${policy.name} ${retryAfterSeconds}`, () =>
              refusal(policy.perSecond, retryAfterSeconds)
            )
          }
        }

        const takeOfClient: RateLimits["Service"]["takeOfClient"] = (clientId) => {
          const taken = buckets.take(clientId, ofClient, clock.currentTimeMillisUnsafe())
          if (taken.remaining < 0) return refused(ofClient, taken)
          return {
            allowance: left(ofClient, taken),
            charge: (points) =>
              left(ofClient, buckets.charge(clientId, ofClient, points, clock.currentTimeMillisUnsafe()))
          }
        }

        /** The answer has the allowance of the organization's bucket; that of the client's bucket where the client's bucket refuses. */
        const take: RateLimits["Service"]["take"] = ({ clientId, organizationId }) => {
          const nowMs = clock.currentTimeMillisUnsafe()
          const key = `${clientId} ${organizationId ?? ""}`
          const taken = buckets.take(key, ofOrganization, nowMs)
          if (taken.remaining < 0) return refused(ofOrganization, taken)
          const ofAll = buckets.take(clientId, ofClient, nowMs)
          if (ofAll.remaining < 0) return refused(ofClient, ofAll)
          return {
            allowance: left(ofOrganization, taken),
            charge: (points) => {
              const endMs = clock.currentTimeMillisUnsafe()
              buckets.charge(clientId, ofClient, points, endMs)
              return left(ofOrganization, buckets.charge(key, ofOrganization, points, endMs))
            }
          }
        }

        /** The failed logins of each address in the last window, as moments, the oldest first; at most {@link failedLoginsMax}. */
        const failures = makeBoundedMap<Array<number>>(keysMax)

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

        const rateOf = ({ limit, perSecond: requests_per_second }: Policy) => ({ requests_per_second, burst: limit })
        const rates = { organization: rateOf(ofOrganization), client: rateOf(ofClient) }

        return RateLimits.of({ rates, take, takeOfClient, failedLogin })
      })
    )
}
