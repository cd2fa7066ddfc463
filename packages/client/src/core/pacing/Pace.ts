/**
 * When the next request under one token may be sent. Counts the requests of this client against the limit that the answers state, as the
 * service does: a burst at once, and after that a number each second.
 *
 * The number of remaining requests in an answer is exact for the moment in which the service wrote it. Requests that were under way meanwhile may
 * be counted in it or not, so it bounds the count here from both sides. A bound below the count, or a refusal, means that others use
 * the same limit: from then on requests keep a distance that widens while little of the limit remains, and narrows while enough does.
 *
 * A request may count for several. The answer states its cost; until then it counts for as many as the ones before it.
 *
 * Knows neither HTTP nor clocks: times are arguments, in milliseconds of a clock that never goes back. `Pacer.ts` has the queues.
 */
import type { RateLimit } from "./RateLimit.ts"

/**
 * The number of requests under way before the first answer; each answer allows one more, so it doubles with each round. More could be
 * refused when others use the same limit. Most programs send no more at once, and do not wait.
 */
export const underWayFirst = 4

/** The step that an answer allows where others use the same limit: their requests arrive before the answer does. */
const underWayStepShared = 0.05

/** The time after which one more is sent although no answer allowed it: an answer may be slow for its own reasons. */
const patienceMs = 1_000

/** The rate after a refusal by a service that does not state its limit: 20 requests a second. */
const assumedPerMs = 20 / 1_000

/** The smallest share of the rate: below a sixteenth requests would hardly go out. */
const shareMin = 1 / 16

/** Programs that share a limit leave this part of it unused, so that they are not refused while they find their shares. */
const reserve = 0.05

/** The change of the share by an answer: little at a time, since each program does it with each of its answers. */
const shareUp = 0.02
const shareDown = 0.95

/** The part of a high cost that remains with each answer that states a lower one: costly requests often come in a row. */
const costDecay = 0.9

/** The time by which a request is sent later than due: the clock of the service counts whole milliseconds, and rounds what it adds up. */
const clockMs = 1

/** A request that was sent, as the count stood then. */
export interface SentRequest {
  readonly sentMs: number
  /** For how many requests it counts until its answer states the cost. */
  readonly expectedCost: number
  readonly sentBefore: number
  readonly underWay: number
}

/** The pace of requests under one token. */
export interface Pace {
  /** The time until the next request may be sent: 0 for now. */
  readonly waitMs: (nowMs: number) => number
  /** The rest of the pause that a refusal requested. */
  readonly pauseMs: (nowMs: number) => number
  /** Counts a request that is sent now. */
  readonly send: (nowMs: number) => SentRequest
  /** Counts an answer, with its rate limit and with the cost of its request: one by default. */
  readonly learn: (
    request: SentRequest,
    nowMs: number,
    status: number,
    limit: RateLimit | undefined,
    cost?: number
  ) => void
  /** The service refused the request for its rate; nothing is sent for `forMs`. */
  readonly refuse: (request: SentRequest, nowMs: number, forMs: number) => void
  /** The request is over, answered or not. */
  readonly end: (nowMs: number) => void
  /** Whether nothing is under way, so that little is lost when this pace is forgotten. */
  readonly isIdle: () => boolean
}

/** Makes the pace of a token that has not been used. */
export const makePace = (): Pace => {
  let limit: { readonly quota: number; readonly windowMs: number; readonly perMs: number } | undefined
  /** Whether an answer has shown the limit, or that there is none. */
  let isKnown = false
  let isShared = false
  /** The share of the rate that this client takes. */
  let share = 1
  /** The requests that may be sent at `countedMs`. */
  let left = 0
  let countedMs = 0
  /** For how many requests the next one counts. */
  let expectedCost = 1
  let underWay = 0
  let underWayMax = underWayFirst
  let sent = 0
  let sentMs = Number.NEGATIVE_INFINITY
  let answeredMs = Number.NEGATIVE_INFINITY
  let resumesMs = Number.NEGATIVE_INFINITY

  /**
   * The service lets no more than the quota come together, and counts a request when it arrives. Requests under way may not have arrived,
   * so what is left here and they are never more than the quota.
   */
  const refill = (nowMs: number): void => {
    if (limit !== undefined && nowMs > countedMs) {
      const most = Math.max(1, limit.quota - underWay)
      left = Math.max(left, Math.min(most, left + (nowMs - countedMs) * limit.perMs))
    }
    countedMs = nowMs
  }

  /** By the time that fills the limit, others may have used it. */
  const forgetOld = (nowMs: number): void => {
    if (!isShared || underWay > 0 || limit === undefined || nowMs - answeredMs < limit.windowMs) return
    isKnown = false
    underWayMax = underWayFirst
  }

  const waitMs = (nowMs: number): number => {
    if (nowMs < resumesMs) return resumesMs - nowMs
    forgetOld(nowMs)
    const isUnlimited = isKnown && limit === undefined
    const patientMs = isUnlimited || underWay + 1 <= underWayMax ? 0 : Math.max(0, sentMs + patienceMs - nowMs)
    const apartMs = share < 1 ? Math.max(0, sentMs + 1 / (share * (limit?.perMs ?? assumedPerMs)) - nowMs) : 0
    if (!isKnown || limit === undefined) return Math.max(patientMs, apartMs)
    refill(nowMs)
    const due = 1 + clockMs * limit.perMs
    return Math.max(patientMs, apartMs, left >= due ? 0 : (due - left) / limit.perMs)
  }

  return {
    waitMs,
    pauseMs: (nowMs) => Math.max(0, resumesMs - nowMs),
    send: (nowMs) => {
      refill(nowMs)
      const request = { sentMs: nowMs, sentBefore: sent, underWay, expectedCost }
      left -= expectedCost
      sent += 1
      underWay += 1
      sentMs = nowMs
      return request
    },
    learn: (request, nowMs, status, stated, cost = 1) => {
      answeredMs = nowMs
      underWayMax += isShared ? underWayStepShared : 1
      if (isShared && status !== 429) {
        const isEnough = stated === undefined || stated.remaining > Math.max(1, stated.quota * reserve)
        share = isEnough ? Math.min(1, share + shareUp) : Math.max(shareMin, share * shareDown)
      }
      if (stated === undefined) {
        // An error on the way to the service shows nothing about the service.
        if (status < 500) isKnown = true
        return
      }
      expectedCost = Math.max(cost, expectedCost * costDecay)
      // None or all of the requests that were under way meanwhile are counted in what remains.
      const meanwhile = request.underWay + (sent - request.sentBefore - 1)
      const least = stated.remaining - meanwhile * expectedCost
      const wasKnown = isKnown && limit !== undefined
      limit = { quota: stated.quota, windowMs: stated.windowMs, perMs: stated.quota / stated.windowMs }
      isKnown = true
      refill(nowMs)
      left += request.expectedCost - cost
      // The service rounds down, and has let more in since it counted.
      const most = stated.remaining + 1 + (nowMs - request.sentMs) * limit.perMs
      if (!wasKnown || left < least) left = least
      else if (left > most) {
        // What remains may have paid for requests of this client whose cost is not known here yet.
        if (left > most + meanwhile * (expectedCost - 1)) isShared = true
        left = most
      }
    },
    refuse: (request, nowMs, forMs) => {
      isShared = true
      isKnown = true
      underWayMax = underWayFirst
      // Requests that were sent before the pause are refused together, and count once.
      if (request.sentMs >= resumesMs) share = Math.max(shareMin, share / 2)
      resumesMs = Math.max(resumesMs, nowMs + forMs)
    },
    end: (nowMs) => {
      refill(nowMs)
      underWay -= 1
    },
    isIdle: () => underWay === 0
  }
}
