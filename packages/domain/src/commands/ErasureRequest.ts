/**
 * The command that requests the erasure of a person (recruiting 9). Its entry names the request and nobody.
 */
import * as Result from "effect/Result"

import { erasureRequestsPerDayMax, type StoredErasureRequest } from "../ErasureRequest.ts"
import { RateLimited, retryAfterSecondsOf } from "../Errors.ts"
import type { Decision } from "../Journal.ts"
import { dayMs, dayStartMs } from "../StorageQuota.ts"

/** Requests an erasure, where the organization has requested less than {@link erasureRequestsPerDayMax} today. */
export const requestErasure = (
  next: StoredErasureRequest,
  requestsOfDay: number
): Result.Result<Decision<StoredErasureRequest>, RateLimited> => {
  const { createdAtMs, id, organizationId } = next
  if (requestsOfDay >= erasureRequestsPerDayMax) {
    const retryAfterSeconds = retryAfterSecondsOf(dayStartMs(createdAtMs) + dayMs - createdAtMs)
    return Result.fail(
      new RateLimited({
        message: `The organization has made the ${erasureRequestsPerDayMax} erasure requests that it may make in one day. Ask again when the day ends (UTC), in ${retryAfterSeconds} s.`,
        retryAfterSeconds
      })
    )
  }
  return Result.succeed({
    next,
    entries: [{ organizationId, action: "erasure_request.created", resource_id: id, changed: [] }]
  })
}
