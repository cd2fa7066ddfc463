/**
 * Takes a request off the allowance of its caller, and refuses it where nothing is left (decisions, Limits).
 */
import type { RateLimited } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import { RateLimits, type Taken } from "../../services/access/RateLimits.ts"
import { isPrepared, prepared } from "../ErrorResponse.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Stage } from "../Stage.ts"

/**
 * Puts what is left into the context, for the headers of the answer, and gives the refusal of a request without an allowance. Refusals are few, one for
 * each time to wait, and a flood gets them: their answers are prepared.
 */
export const applyRateLimit = (
  context: RequestContext,
  { allowance, charge, refusal }: Taken
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
