/**
 * The same answer for the same `Idempotency-Key`, for a day (decisions, Safe repetition). Only answers of requests that had an effect
 * are stored. A second request with a key waits for the first.
 */
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { IdempotencyKeyReused } from "@partner-api/domain/Errors"
import { idempotencyKeyMax, idempotencyLifetimeMs, readIdempotencyKey } from "@partner-api/domain/IdempotencyKey"
import { idempotencyKeyHeader, idempotencyReplayedHeader } from "@partner-api/contract/RequestHeaders"
import { isRefusal, type Outcome } from "./Answer.ts"

/** The largest number of stored answers; beyond it the oldest is forgotten. */
const answersMax = 10_000

/** The headers that are stored; the others belong to one response. */
const storedHeaders = ["content-type", "location", "etag"]

const badKey = new InvalidRequest({
  message: `${idempotencyKeyHeader} must have 1 to ${idempotencyKeyMax} printable ASCII characters, bare or as a quoted string.`
})
const reused = new IdempotencyKeyReused({
  message: "This Idempotency-Key was used for another request; make a new key for each request."
})

/** A request with an idempotency key. */
interface KeyedRequest {
  /** The header as it came. */
  readonly header: string
  /** Who asks for what: keys of others are other keys. */
  readonly scope: string
  /** What is asked for, apart from the order of its members. */
  readonly fingerprint: string
  readonly nowMs: number
}

interface StoredAnswer {
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
          ...Object.fromEntries(Object.entries(outcome.headers).filter(([name]) => storedHeaders.includes(name))),
          [idempotencyReplayedHeader.toLowerCase()]: "true"
        }
      }

const hadEffect = (outcome: Outcome): boolean => !isRefusal(outcome) && outcome.status >= 200 && outcome.status < 300

/** Runs a request once for each key. */
export type Idempotency = (request: KeyedRequest, run: () => Promise<Outcome>) => Promise<Outcome>

export const makeIdempotency = (): Idempotency => {
  const stored = new Map<string, StoredAnswer>()
  const runOnce: Idempotency = async (request, run) => {
    const key = readIdempotencyKey(request.header)
    if (key === undefined) return badKey
    const name = `${request.scope}\n${key}`
    const earlier = stored.get(name)
    if (earlier !== undefined && request.nowMs < earlier.expiresAtMs) {
      if (earlier.fingerprint !== request.fingerprint) return reused
      const outcome = await earlier.outcome
      return hadEffect(outcome) ? replayOf(outcome) : runOnce(request, run)
    }
    const outcome = run()
    const { fingerprint, nowMs } = request
    stored.delete(name)
    stored.set(name, { fingerprint, expiresAtMs: nowMs + idempotencyLifetimeMs, outcome })
    const [oldest] = stored.size > answersMax ? stored.keys() : []
    if (oldest !== undefined) stored.delete(oldest)
    const forget = () => void (stored.get(name)?.outcome === outcome && stored.delete(name))
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
  return runOnce
}
