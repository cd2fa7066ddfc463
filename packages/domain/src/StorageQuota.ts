/**
 * The bytes that a client may store in one day (decisions, Limits): the rules of the quota.
 *
 * Counts nothing: `StorageQuota.ts` of the service does. `RequestCost.ts` defines which bytes a write stores.
 */
import { RateLimited, retryAfterSecondsOf } from "./Errors.ts"

/** The bytes of a MiB, in which people set the quota. */
export const mebibyte = 1_048_576

/**
 * The bytes that a client may store in one day, by default: in all its organizations together. A million jobs of 1,200 bytes fit, each with its
 * event and its kept answer. A client that stores 5 MB a second meets it after a quarter of an hour, and has not filled a disk by then.
 */
export const storedBytesPerDay = 4_096 * mebibyte

/** The part of its quota from which on a client is near it: an operator still has time to ask the partner. */
export const nearQuotaShare = 0.8

/** The days that the bytes of a day are kept: an operator sees since when a client stores more. */
export const storedBytesDays = 30

/** The milliseconds of a day. */
export const dayMs = 86_400_000

/** The moment at which the day of a moment begins, in UTC. */
export const dayStartMs = (nowMs: number): number => nowMs - (nowMs % dayMs)

/** The refusal of a write by a client that has stored its bytes of the day. It may write again when the day ends. */
export const quotaReached = (bytesMax: number, nowMs: number): RateLimited => {
  const retryAfterSeconds = retryAfterSecondsOf(dayStartMs(nowMs) + dayMs - nowMs)
  return new RateLimited({
    message: `This client has stored the ${Math.floor(bytesMax / mebibyte)} MiB that it may store in one day. Reads go on. Write again when the day ends (UTC), in ${retryAfterSeconds} s, or ask the operator for a larger quota.`,
    retryAfterSeconds
  })
}
