/**
 * Writes the request log in batches, beside the requests: none of them waits for it, and none fails with it. What exceeds the bounds is left out and
 * counted. The counts for plots are of all requests, however many are left out.
 */
import { type CompletedRequest, requestLogEntryOf } from "@partner-api/service/http/RequestLogEntry"
import { RequestLogSink } from "@partner-api/service/http/RequestLogSink"
import { dayMs } from "@partner-api/service/services/EventRetention"
import {
  RequestLogStore,
  requestsPerPurge,
  type RequestLogUnwritable
} from "@partner-api/service/store/RequestLogStore"
import type { NewLoggedRequest } from "@partner-api/domain/operator/LoggedRequest"
import { outcomeOf, type TrafficCount } from "@partner-api/domain/operator/Traffic"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import type { RequestLogSettings } from "../RequestLogSettings.ts"
import { DeliveryAttemptCounter } from "./DeliveryAttemptCounter.ts"
import { makeTrafficTally } from "./TrafficTally.ts"

/** The time that a request waits until it is written: an operator who looks for it finds it while the partner is still on the phone. */
const flushIntervalMs = 500

/**
 * The number of flushes between two writes of counts: every two seconds. Plots have steps of a minute and more, and each time costs some dozen rows that all
 * processes write to.
 */
const flushesBetweenCounts = 4

/**
 * The most requests of one interval: 300 a second. A process that answers more of them is flooded, and would fill the log in minutes. To write
 * them all would cost it more than five percent of its time (`bench/request-log.ts`).
 */
const waitingMax = 150

/** Beyond that, some of those that were refused: they are the ones that are looked for. */
const refusedMax = 50

/** The most requests of one interval whose client is not known: these cannot take the places of partners. */
const unknownMax = 25

/** After this number of requests the oldest are removed, twice as many at most: the log stays near its bound. */
const requestsBetweenPurges = requestsPerPurge / 2

/** The number of tries of a batch, a second in all; then it is left out, since the next one may be written. */
const triesMax = 4

/** The time between two reports of omitted requests. */
const logIntervalMs = 60_000

/**
 * The requests that wait to be written, and the number of omitted ones. Requests are described when they are written, all of a batch at once: between two requests
 * the same work takes ten times as long, since the processor has done other things meanwhile.
 */
const makeWaiting = () => {
  let requests: Array<CompletedRequest | NewLoggedRequest> = []
  let unknown = 0
  let leftOut = 0
  const hasRoom = (status: number, isUnknown: boolean): boolean =>
    isUnknown
      ? unknown < unknownMax
      : requests.length - unknown < (status >= 400 ? waitingMax + refusedMax : waitingMax)
  return {
    add: (ended: CompletedRequest): void => {
      const isUnknown = ended.context.clientId === undefined
      if (!hasRoom(ended.status, isUnknown)) {
        leftOut++
        return
      }
      if (isUnknown) unknown++
      requests.push(ended.hasLargeBody ? requestLogEntryOf(ended) : ended)
    },
    take: (): ReadonlyArray<NewLoggedRequest> => {
      const taken = requests
      requests = []
      unknown = 0
      return taken.map((request) => ("context" in request ? requestLogEntryOf(request) : request))
    },
    leaveOut: (count: number): void => void (leftOut += count),
    takeLeftOut: (): number => {
      const taken = leftOut
      leftOut = 0
      return taken
    }
  }
}

const make = Effect.fnUntraced(function* ({ days, rowsMax }: RequestLogSettings) {
  const store = yield* RequestLogStore
  const clock = yield* Clock.Clock
  const tally = makeTrafficTally()
  const waiting = makeWaiting()
  /** The batch that is being written, or could not be. */
  let batch: ReadonlyArray<NewLoggedRequest> = []
  let tries = 0
  let reason: string | undefined
  let sincePurge = 0
  let flushesSinceCounts = 0

  const purgeOnce = Effect.suspend(() => {
    sincePurge = 0
    return store.purge({ rowsMax, beforeMs: clock.currentTimeMillisUnsafe() - days * dayMs })
  })

  const notWritten = (taken: ReadonlyArray<TrafficCount>, error: RequestLogUnwritable): void => {
    reason = error.reason
    tally.giveBack(taken)
    tries++
    if (tries < triesMax) return
    waiting.leaveOut(batch.length)
    batch = []
    tries = 0
  }

  const written = (): void => {
    sincePurge += batch.length
    batch = []
    tries = 0
  }

  const countsDue = (): boolean => {
    flushesSinceCounts = (flushesSinceCounts + 1) % flushesBetweenCounts
    return flushesSinceCounts === 0
  }

  const write = (taken: ReadonlyArray<TrafficCount>) => {
    if (batch.length === 0) batch = waiting.take()
    if (batch.length === 0 && taken.length === 0) return Effect.void
    return Effect.match(store.append({ requests: batch, counts: taken }), {
      onFailure: (error) => notWritten(taken, error),
      onSuccess: written
    })
  }

  const logLeftOut = Effect.suspend(() => {
    const count = waiting.takeLeftOut()
    const cause = reason === undefined ? "" : `; it cannot be written: ${reason}`
    reason = undefined
    return count === 0 && cause === ""
      ? Effect.void
      : Effect.logWarning(`the request log has left out ${count} requests${cause}`)
  })

  // What could not be removed is tried again after the next batches.
  const purgeDue = Effect.suspend(() => (sincePurge < requestsBetweenPurges ? Effect.void : Effect.ignore(purgeOnce)))
  const purgeAll = Effect.ignore(Effect.repeat(purgeOnce, { until: (removed) => removed < requestsPerPurge }))

  const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
  const flush = oneAtATime(
    Effect.andThen(
      Effect.suspend(() => write(countsDue() ? tally.take() : [])),
      purgeDue
    )
  )
  const flushAll = oneAtATime(Effect.suspend(() => write(tally.take())))
  const every = (intervalMs: number, work: Effect.Effect<void>) =>
    work.pipe(Effect.repeat(Schedule.spaced(Duration.millis(intervalMs))), Effect.forkScoped)

  yield* Effect.addFinalizer(() => Effect.andThen(Effect.andThen(flushAll, flushAll), logLeftOut))
  yield* every(flushIntervalMs, flush)
  yield* every(logIntervalMs, Effect.andThen(oneAtATime(purgeAll), logLeftOut))

  return Context.make(RequestLogSink, (ended) => {
    tally.count(outcomeOf(ended.status), ended.atMs, ended.durationMs)
    waiting.add(ended)
  }).pipe(
    Context.add(DeliveryAttemptCounter, ({ durationMs, isDelivered }) => {
      tally.count(isDelivered ? "delivered" : "undelivered", clock.currentTimeMillisUnsafe(), durationMs)
    })
  )
})

/** Keeps the log for as long as the scope. What waits is written when the program stops. */
export const layer = (settings: RequestLogSettings): Layer.Layer<never, never, RequestLogStore> =>
  Layer.effectContext(make(settings))
