/**
 * Whether a failed attempt is retried, and after how long. Pure: randomness and time are arguments.
 */
import { type Failure, retryable } from "../ClientError.ts"

/** The longest `Retry-After` that the client waits for. A longer one fails the call at once, and the caller decides. */
export const retryAfterMsMax = 60_000

/** The upper bound of the first backoff. It doubles with each attempt, up to `backoffMsMax`. */
const backoffMsFirst = 500
const backoffMsMax = 8_000

/** The share of `Retry-After` that is added as jitter, so that clients do not all retry at the same moment. */
const jitter = 0.1

/** Whether a request may be retried after this failure. `retryUnsafe`: also when the service may have done it already. */
export const isRetryable = (failure: Failure, retryUnsafe: boolean): boolean =>
  retryable(failure.tag) &&
  (retryUnsafe || failure.outcome === "not_sent") &&
  (failure.retryAfterMs ?? 0) <= retryAfterMsMax

/** The wait after the `attempt`th attempt, in milliseconds. `random` is from 0 up to 1. */
export const retryDelayMs = (failure: Pick<Failure, "tag" | "retryAfterMs">, attempt: number, random: number): number =>
  failure.retryAfterMs === undefined
    ? Math.round(random * Math.min(backoffMsMax, backoffMsFirst * 2 ** (attempt - 1)))
    : Math.min(retryAfterMsMax, Math.round(failure.retryAfterMs * (1 + random * jitter)))
