/**
 * Takes a request off the rate limit of its caller, and refuses it where nothing is left (decisions, Limits).
 */
import type { RateLimited } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import { RateLimits, type RateLimitResult } from "../../services/access/RateLimits.ts"
import { isPrepared, prepared } from "../ErrorResponse.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Stage } from "../Stage.ts"

/**
 * Puts the allowance and the charge into the context, and returns the refusal of a request beyond the rate limit. `RateLimits` has one refusal for each
 * number of seconds to wait; its answer is prepared once, because a flood of requests gets it.
 */
export const applyRateLimit = (
  context: RequestContext,
  { allowance, charge, refusal }: RateLimitResult
): RateLimited | undefined => {
  context.allowance = allowance
  context.charge = charge
  return refusal === undefined || isPrepared(refusal) ? refusal : prepared(refusal)
}

export const stage = Effect.map(
  RateLimits,
  (limits): Stage =>
    (next, { metadata }) =>
      metadata.access.level === "public"
        ? next
        : (context) => {
            const { caller } = context
            const refusal = caller?.kind === "token" ? applyRateLimit(context, limits.take(caller.token)) : undefined
            return refusal === undefined ? next(context) : Effect.fail(refusal)
          }
)
