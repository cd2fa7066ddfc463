/**
 * The measurements of the workers in the first process. Depends on no process and no listener.
 *
 * Prometheus takes a counter that goes down for one that has begun again. So what a worker had counted when it was last heard of stays,
 * also when it ends.
 */
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { countedIn, mergeSeries, type Series } from "../metrics/Series.ts"

/** A worker that has not answered after so long is busy or hangs: its last series are reported. */
const answerTimeoutMs = 1_000

/** A worker that serves. */
interface Member {
  /** Requests its series, under a number that its answer repeats. */
  readonly requestSeries: (scrape: number) => void
  latest: ReadonlyArray<Series>
}

/** A scrape under way: the workers that have not answered yet. */
interface Scrape {
  readonly awaited: Set<number>
  readonly over: Deferred.Deferred<void>
}

export const makeWorkerMetrics = () => {
  const workers = new Map<number, Member>()
  const scrapes = new Map<number, Scrape>()
  let count = 0
  /** The counters of workers that have ended. */
  let ended: ReadonlyArray<Series> = []

  const answered = (scrape: number, worker: number): void => {
    const waiting = scrapes.get(scrape)
    waiting?.awaited.delete(worker)
    if (waiting?.awaited.size === 0) Deferred.doneUnsafe(waiting.over, Effect.void)
  }

  const requestSeries = Effect.suspend(() => {
    const scrape = ++count
    const over = Deferred.makeUnsafe<void>()
    scrapes.set(scrape, { awaited: new Set(workers.keys()), over })
    for (const member of workers.values()) member.requestSeries(scrape)
    if (workers.size === 0) Deferred.doneUnsafe(over, Effect.void)
    return Effect.timeoutOrElse(Deferred.await(over), {
      duration: Duration.millis(answerTimeoutMs),
      orElse: () => Effect.void
    }).pipe(Effect.ensuring(Effect.sync(() => void scrapes.delete(scrape))))
  })

  return {
    /** A worker serves from now on. */
    join: (worker: number, requestSeries: Member["requestSeries"]): void =>
      void workers.set(worker, { requestSeries, latest: [] }),
    /** A worker has reported what it has measured. */
    receive: (worker: number, scrape: number, series: ReadonlyArray<Series>): void => {
      const member = workers.get(worker)
      if (member === undefined) return
      member.latest = series
      answered(scrape, worker)
    },
    /** A worker has ended. */
    leave: (worker: number): void => {
      ended = mergeSeries([ended, countedIn(workers.get(worker)?.latest ?? [])])
      workers.delete(worker)
      for (const scrape of scrapes.keys()) answered(scrape, worker)
    },
    /** The measurements of all of them, those that have ended included. */
    scrape: Effect.map(requestSeries, () => [ended, ...[...workers.values()].map(({ latest }) => latest)])
  }
}

export type WorkerMetrics = ReturnType<typeof makeWorkerMetrics>
