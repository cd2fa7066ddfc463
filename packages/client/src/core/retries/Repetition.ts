/**
 * When a failed attempt is repeated, and how long that waits. Pure: chance and time come in as arguments.
 */
import { retryable, type Failure } from "../ClientError.ts"

/** The longest wait that the service may ask for. What asks for more is handed to the caller, who may have better things to do. */
export const retryAfterMsMax = 60_000

/** The first wait at most; it doubles with each attempt. */
const backoffMs = 500
const backoffMsMax = 8_000

/** Part of a wait that the service asked for which is added by chance, so that not everybody comes back at the same moment. */
const spread = 0.1

/** Whether a request may be sent again after this failure. `anew`: also when the service may have done it already. */
export const isRepeatable = (failure: Failure, anew: boolean): boolean =>
  retryable(failure.tag) && (anew || failure.outcome === "not_sent") && (failure.retryAfterMs ?? 0) <= retryAfterMsMax

/** How long to wait after the `attempt`th attempt, in milliseconds. `chance` is from 0 up to 1. */
export const waitMs = (failure: Failure, attempt: number, chance: number): number =>
  failure.retryAfterMs === undefined
    ? Math.round(chance * Math.min(backoffMsMax, backoffMs * 2 ** (attempt - 1)))
    : Math.min(retryAfterMsMax, Math.round(failure.retryAfterMs * (1 + chance * spread)))
