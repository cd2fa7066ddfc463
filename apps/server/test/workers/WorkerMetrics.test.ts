/**
 * How the metrics of several processes become those of one server (docs/decisions, 54).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { mergeSeries, type Series } from "../../src/platform/metrics/Series.ts"
import { makeWorkerMetrics } from "../../src/platform/workers/WorkerMetrics.ts"

const counted = (count: number): Series => ({ name: "partner_idempotent_replays_total", labels: {}, values: [count] })
const resident = (bytes: number): Series => ({ name: "process_resident_memory_bytes", labels: {}, values: [bytes] })
const commits = (...values: ReadonlyArray<number>): Series => ({
  name: "partner_writes_per_commit",
  labels: {},
  values
})

/** A worker that answers at once with what it has. */
const join = (metrics: ReturnType<typeof makeWorkerMetrics>, worker: number, series: () => ReadonlyArray<Series>) =>
  metrics.join(worker, (scrape) => metrics.receive(worker, scrape, series()))

describe("the metrics of several processes", () => {
  it("are added up, and gauges as each of them says", () => {
    const of = (name: Series["name"], value: number): Series => ({ name, labels: {}, values: [value] })
    assert.deepStrictEqual(
      mergeSeries([
        [counted(1), resident(10), of("nodejs_eventloop_delay_max_seconds", 3), of("process_start_time_seconds", 100)],
        [counted(2), resident(20), of("nodejs_eventloop_delay_max_seconds", 1), of("process_start_time_seconds", 200)],
        [commits(1, 2, 0, 1)],
        [commits(2, 3, 1, 2)]
      ]),
      [
        counted(3),
        resident(30),
        of("nodejs_eventloop_delay_max_seconds", 3),
        of("process_start_time_seconds", 100),
        commits(3, 5, 1, 3)
      ]
    )
  })

  it("keep series with other labels apart", () => {
    const login = (outcome: string, count: number): Series => ({
      name: "partner_logins_total",
      labels: { outcome },
      values: [count]
    })
    const both = [login("ok", 1), login("locked", 2)]
    assert.deepStrictEqual(mergeSeries([both, [login("ok", 4)]]), [login("ok", 5), login("locked", 2)])
  })

  it.effect("keep what a worker had counted when it ends, and drop its memory", () =>
    Effect.gen(function* () {
      const metrics = makeWorkerMetrics()
      join(metrics, 1, () => [counted(5), resident(50)])
      join(metrics, 2, () => [counted(7), resident(70)])
      assert.deepStrictEqual(mergeSeries(yield* metrics.scrape), [counted(12), resident(120)])
      metrics.leave(1)
      assert.deepStrictEqual(mergeSeries(yield* metrics.scrape), [counted(12), resident(70)])
      join(metrics, 3, () => [counted(1), resident(30)])
      assert.deepStrictEqual(mergeSeries(yield* metrics.scrape), [counted(13), resident(100)])
      metrics.leave(2)
      metrics.leave(3)
      assert.deepStrictEqual(mergeSeries(yield* metrics.scrape), [counted(13)])
    })
  )

  it.effect("have what a worker that hangs said last, after a second", () =>
    Effect.gen(function* () {
      const metrics = makeWorkerMetrics()
      let hangs = false
      metrics.join(1, (scrape) => (hangs ? undefined : metrics.receive(1, scrape, [counted(5)])))
      join(metrics, 2, () => [counted(1)])
      assert.deepStrictEqual(mergeSeries(yield* metrics.scrape), [counted(6)])
      hangs = true
      const scraping = yield* Effect.forkChild(metrics.scrape)
      yield* TestClock.adjust("999 millis")
      assert.isUndefined(scraping.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(mergeSeries(yield* Fiber.join(scraping)), [counted(6)])
    })
  )

  it.effect("do not wait for a worker that ends meanwhile", () =>
    Effect.gen(function* () {
      const metrics = makeWorkerMetrics()
      metrics.join(1, () => {})
      const scraping = yield* Effect.forkChild(metrics.scrape)
      yield* TestClock.adjust(0)
      metrics.leave(1)
      assert.deepStrictEqual(mergeSeries(yield* Fiber.join(scraping)), [])
    })
  )
})
