/**
 * The same answer for the same `Idempotency-Key`, for a day (decisions, Safe repetition). Only answers that tell of an effect are
 * kept. A second request under a key waits for the first.
 */
import { IdempotencyKeyReused, InvalidRequest } from "@partner-api/domain/Errors"
import { idempotencyKeyMax, idempotencyLifetimeMs, readIdempotencyKey } from "@partner-api/domain/IdempotencyKey"
import { idempotencyKeyHeader, idempotencyReplayedHeader } from "@partner-api/contract/RequestHeaders"
import { isRefusal, type Outcome } from "./Answer.ts"

/** So many answers are kept; after that the oldest is forgotten. */
const answersMax = 10_000

/** Headers that belong to the answer itself; the others belong to the moment. */
const keptHeaders = ["content-type", "location", "etag"]

const badKey = new InvalidRequest({
  message: `${idempotencyKeyHeader} must have 1 to ${idempotencyKeyMax} printable ASCII characters, bare or as a quoted string.`
})
const reused = new IdempotencyKeyReused({
  message: "This Idempotency-Key was used for another request; make a new key for each request."
})

/** A request that may be repeated. */
interface Repeatable {
  /** The header as it came. */
  readonly header: string
  /** Who asks for what: keys of others are other keys. */
  readonly scope: string
  /** What is asked for, apart from the order of its members. */
  readonly fingerprint: string
  readonly nowMs: number
}

interface Kept {
  readonly fingerprint: string
  readonly expiresAtMs: number
  readonly outcome: Promise<Outcome>
}

const replayOf = (outcome: Outcome): Outcome =>
  isRefusal(outcome)
    ? outcome
    : {
        ...outcome,
        headers: {
          ...Object.fromEntries(Object.entries(outcome.headers).filter(([name]) => keptHeaders.includes(name))),
          [idempotencyReplayedHeader.toLowerCase()]: "true"
        }
      }

const hadEffect = (outcome: Outcome): boolean => !isRefusal(outcome) && outcome.status >= 200 && outcome.status < 300

/** Runs a request once for each key. */
export type Once = (request: Repeatable, run: () => Promise<Outcome>) => Promise<Outcome>

export const makeOnce = (): Once => {
  const kept = new Map<string, Kept>()
  const once: Once = async (request, run) => {
    const key = readIdempotencyKey(request.header)
    if (key === undefined) return badKey
    const name = `${request.scope}\n${key}`
    const earlier = kept.get(name)
    if (earlier !== undefined && request.nowMs < earlier.expiresAtMs) {
      if (earlier.fingerprint !== request.fingerprint) return reused
      const outcome = await earlier.outcome
      return hadEffect(outcome) ? replayOf(outcome) : once(request, run)
    }
    const outcome = run()
    const { fingerprint, nowMs } = request
    kept.delete(name)
    kept.set(name, { fingerprint, expiresAtMs: nowMs + idempotencyLifetimeMs, outcome })
    const [oldest] = kept.size > answersMax ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    const forget = () => void (kept.get(name)?.outcome === outcome && kept.delete(name))
    return outcome.then(
      (answer) => {
        if (!hadEffect(answer)) forget()
        return answer
      },
      (error: unknown) => {
        forget()
        return Promise.reject(error)
      }
    )
  }
  return once
}
