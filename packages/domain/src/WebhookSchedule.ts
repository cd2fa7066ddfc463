/**
 * When deliveries to a webhook endpoint are tried again, and when the endpoint is given up (decisions, Delivery). Time and chance come in as
 * arguments; nothing here sends anything.
 */
import type { WebhookAttempt } from "./WebhookDelivery.ts"

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The delays after the first failed attempt, the second, and so on: ten attempts over 75 hours. */
const delaysMs: ReadonlyArray<number> = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs
]

/** The attempts of a delivery; after the last one it has failed. */
export const attemptsMax = delaysMs.length + 1

/** The attempts of a `ping`: who creates an endpoint is waiting for it. */
export const pingAttemptsMax = 2

/** The maximum deviation of a delay from its step: many endpoints of one receiver do not come back at one moment. */
const jitter = 0.2

/** The failures in a row from which on an endpoint counts as failing: the short delays are over. */
export const failuresUntilFailing = 3

/** The time that an endpoint may fail before it is disabled. */
export const failingMsMax = 5 * 24 * hourMs

/** The failures of an event after which the next one is tried: one event that is refused must not hold up the others. */
const refusalsUntilNext = 2

/** The delay after this many failures. `Retry-After` makes it longer, at most twice as long. `chance` is from 0 up to 1. */
export const retryDelayMs = (failures: number, chance: number, retryAfterMs?: number): number => {
  const stepMs = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0
  return retryAfterMs === undefined
    ? Math.round(stepMs * (1 - jitter + 2 * jitter * chance))
    : Math.min(Math.max(retryAfterMs, stepMs), 2 * stepMs)
}

/** The result of an attempt: `refused` is about the event alone, `failed` about the endpoint, and `gone` ends it. */
export type WebhookVerdict = "accepted" | "refused" | "failed" | "gone"

/** Statuses from 400 on that are about the moment and not about the request. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** The result of an attempt by its status; one without an answer has failed. */
export const verdictOf = ({ status = 0 }: Pick<WebhookAttempt, "status">): WebhookVerdict => {
  if (status >= 200 && status < 300) return "accepted"
  if (status === 410) return "gone"
  return status >= 400 && status < 500 && !passing.has(status) ? "refused" : "failed"
}

/** The latest results of an endpoint. */
export interface WebhookHealth {
  /** The attempts in a row that have failed. */
  readonly failures: number
  /** When the first of them was. */
  readonly failingSinceMs: number | undefined
  /** Before then nothing is sent but a `ping`. */
  readonly notBeforeMs: number
}

/** An endpoint that answers. */
export const healthy: WebhookHealth = { failures: 0, failingSinceMs: undefined, notBeforeMs: 0 }

/** An attempt that has failed. */
export interface FailedAttempt {
  readonly nowMs: number
  readonly chance: number
  readonly retryAfterMs?: number
}

/** An endpoint after one more failed attempt. Its last attempt is at the end of the time for which it may fail. */
export const afterFailure = (
  { failingSinceMs, failures }: WebhookHealth,
  { chance, nowMs, retryAfterMs }: FailedAttempt
): WebhookHealth => {
  const sinceMs = failingSinceMs ?? nowMs
  const nextMs = nowMs + retryDelayMs(failures + 1, chance, retryAfterMs)
  return { failures: failures + 1, failingSinceMs: sinceMs, notBeforeMs: Math.min(nextMs, sinceMs + failingMsMax) }
}

/** Whether partners have had the event that an endpoint fails. */
export const isFailing = ({ failures }: WebhookHealth): boolean => failures >= failuresUntilFailing

/** Whether an endpoint has failed for so long that it is disabled. */
export const isGivenUp = ({ failingSinceMs }: WebhookHealth, nowMs: number): boolean =>
  failingSinceMs !== undefined && nowMs - failingSinceMs >= failingMsMax

/** Whether the next event is tried, though the one before was not accepted: that one is refused again and again. */
export const isNextTried = (failures: number, last: Pick<WebhookAttempt, "status"> | undefined): boolean =>
  failures >= refusalsUntilNext && last !== undefined && verdictOf(last) === "refused"
