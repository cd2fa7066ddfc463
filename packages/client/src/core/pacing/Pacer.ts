/**
 * The queues of a client: one for each token, in the order in which the calls were made. So a request that is repeated comes before those
 * that were never sent.
 *
 * A call that need not wait passes without a queue. The first in a queue sleeps until its turn, so nothing runs when nobody waits, and a
 * call that is aborted leaves nothing behind. `Pace.ts` computes when a turn is.
 */
import * as Effect from "effect/Effect"
import type { Failure } from "../ClientError.ts"
import type { TokenKey } from "../tokens/TokenCache.ts"
import { makePace, type Pace, type SentRequest } from "./Pace.ts"
import { readCost, readRateLimit } from "./RateLimit.ts"

/**
 * The maximum number of calls that wait for their turn under one token. At the service's default of 50 requests a second, 4,500 get
 * it within the default deadline; behind twice as many a call would only wait for its deadline, and hold memory until then.
 */
export const queueMax = 10_000

/** The maximum number of queues: one for each token that the cache holds (`TokenCache.ts`). */
const queuesMax = 1_001

/** A call in a queue. */
interface Waiter {
  readonly order: number
  /** Whether something has changed since it looked. */
  isNudged: boolean
  resume: (() => void) | undefined
}

interface Queue {
  readonly pace: Pace
  /** By their order. */
  readonly waiting: Array<Waiter>
}

/** The members of a call that the pacer needs. */
interface Turn {
  /** Its place among the calls of the client. */
  readonly order: number
  /** Whether it was sent before. */
  readonly isReturning: boolean
  /** The time until its deadline. */
  readonly leftMs: Effect.Effect<number>
  /** It has to wait behind this number of calls. */
  readonly onQueued: (ahead: number) => void
}

/** A request that has its turn. */
export interface PacedRequest {
  /** Whether it had to wait. */
  readonly hasWaited: boolean
  /** Passes the headers of the answer to the pace. */
  readonly onAnswer: (answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> }) => void
  /** Passes a refusal for the rate to the pace, with the pause that the service requests. */
  readonly onRefused: (pauseMs: number) => void
}

/** The place of an order in a queue. Most calls come last. */
const placeOf = ({ waiting }: Queue, order: number): number => {
  let [low, high] = [0, waiting.length]
  if ((waiting[high - 1]?.order ?? 0) < order) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((waiting[middle]?.order ?? 0) < order) low = middle + 1
    else high = middle
  }
  return low
}

/** Makes the first in the queue look again. */
const nudge = ({ waiting: [first] }: Queue): void => {
  if (first === undefined) return
  first.isNudged = true
  first.resume?.()
}

/** Ends when the waiter is nudged. */
const nudged = (waiter: Waiter): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (waiter.isNudged) return resume(Effect.void)
    // In a turn of its own: the call that nudges sends its request first, and a long queue is no deep stack.
    waiter.resume = () => resume(Effect.yieldNow)
    return Effect.sync(() => {
      waiter.resume = undefined
    })
  })

const full: Failure = {
  tag: "QueueFull",
  message: `${queueMax} calls wait for their turn under the rate limit already.`,
  outcome: "not_sent"
}

const paused = (pauseMs: number): Failure => ({
  tag: "RateLimited",
  message: `The service asked to wait ${Math.ceil(pauseMs / 1_000)} s, which is longer than this call may take. It was not sent.`,
  outcome: "not_sent",
  retryAfterMs: Math.ceil(pauseMs)
})

/** The queues of a client. */
export interface Pacer {
  /** Sends a request when it is its turn. */
  readonly inTurn: <A, E>(
    key: TokenKey,
    turn: Turn,
    send: (request: PacedRequest) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | Failure>
}

/** Makes the queues of a client. */
export const makePacer = (): Pacer => {
  const queues = new Map<TokenKey, Queue>()

  const queueOf = (key: TokenKey): Queue => {
    const known = queues.get(key)
    if (known !== undefined) return known
    if (queues.size >= queuesMax) {
      for (const [other, queue] of queues) {
        if (queue.pace.isIdle() && queue.waiting.length === 0) {
          queues.delete(other)
          break
        }
      }
    }
    const queue = { pace: makePace(), waiting: [] }
    queues.set(key, queue)
    return queue
  }

  /** Waits in the queue. Runs uninterruptibly but for the waits, so that no counted request is lost. */
  const wait = Effect.fnUntraced(function* (
    queue: Queue,
    turn: Turn,
    nowMs: () => number,
    restore: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
  ) {
    const { pace, waiting } = queue
    const { isReturning, leftMs, onQueued, order } = turn
    // What was sent before has its place already.
    if (!isReturning && waiting.length >= queueMax) return yield* Effect.fail(full)
    const waiter: Waiter = { order, isNudged: false, resume: undefined }
    const ahead = placeOf(queue, order)
    waiting.splice(ahead, 0, waiter)
    onQueued(ahead)
    const untilTurn = Effect.gen(function* () {
      for (;;) {
        waiter.isNudged = false
        const pauseMs = pace.pauseMs(nowMs())
        if (pauseMs > 0 && pauseMs >= (yield* leftMs)) return yield* Effect.fail(paused(pauseMs))
        const isFirst = waiting[0] === waiter
        const waitMs = isFirst ? pace.waitMs(nowMs()) : Number.POSITIVE_INFINITY
        if (waitMs === 0) return pace.send(nowMs())
        yield* restore(isFirst ? Effect.raceFirst(nudged(waiter), Effect.sleep(Math.ceil(waitMs))) : nudged(waiter))
      }
    })
    return yield* Effect.ensuring(
      untilTurn,
      Effect.sync(() => {
        waiting.splice(placeOf(queue, order), 1)
        nudge(queue)
      })
    )
  })

  const inTurn: Pacer["inTurn"] = (key, turn, send) =>
    Effect.clockWith((clock) => {
      // A clock that is set back must not hold up a queue.
      const nowMs = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
      const queue = queueOf(key)
      const { pace } = queue
      const request = (sent: SentRequest, hasWaited: boolean): PacedRequest => ({
        hasWaited,
        onAnswer: ({ headers, status }) => pace.learn(sent, nowMs(), status, readRateLimit(headers), readCost(headers)),
        onRefused: (pauseMs) => pace.refuse(sent, nowMs(), pauseMs)
      })
      return Effect.uninterruptibleMask((restore) => {
        const mustWait = queue.waiting.length > 0 || pace.waitMs(nowMs()) > 0
        const entered = mustWait ? wait(queue, turn, nowMs, restore) : Effect.succeed(pace.send(nowMs()))
        return Effect.flatMap(entered, (sent) =>
          Effect.onExit(restore(send(request(sent, mustWait))), () =>
            Effect.sync(() => {
              pace.end(nowMs())
              nudge(queue)
            })
          )
        )
      })
    })

  return { inTurn }
}
