/**
 * What is left to a caller after a request: noted for the headers of its answer.
 */
import type { RateLimited } from "@partner-api/domain/Errors"
import * as Result from "effect/Result"
import type { Taken } from "../services/access/RateLimits.ts"
import type { RequestRecord } from "./CurrentRequest.ts"
import { isPrepared, prepared } from "./ErrorResponse.ts"

/**
 * Notes what is left, and refuses the request when nothing is. There are few refusals, one for each time to wait, and a flood is answered
 * with them: their answers are prepared.
 */
export const noteTaken = (
  record: RequestRecord,
  { allowance, charge, refusal }: Taken
): Result.Result<void, RateLimited> => {
  record.allowance = allowance
  record.charge = charge
  if (refusal === undefined) return Result.void
  return Result.fail(isPrepared(refusal) ? refusal : prepared(refusal))
}
