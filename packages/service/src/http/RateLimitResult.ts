/**
 * Applies the result of the rate limits to a request: the allowance goes into its record, for the headers of the answer.
 */
import type { RateLimited } from "@partner-api/domain/Errors"
import * as Result from "effect/Result"
import type { Taken } from "../services/access/RateLimits.ts"
import type { RequestRecord } from "./CurrentRequest.ts"
import { isPrepared, prepared } from "./ErrorResponse.ts"

/**
 * Records the allowance, and refuses the request without one. Refusals are few, one for each time to wait, and a flood gets them: their answers are
 * prepared.
 */
export const applyRateLimit = (
  record: RequestRecord,
  { allowance, charge, refusal }: Taken
): Result.Result<void, RateLimited> => {
  record.allowance = allowance
  record.charge = charge
  if (refusal === undefined) return Result.void
  return Result.fail(isPrepared(refusal) ? refusal : prepared(refusal))
}
