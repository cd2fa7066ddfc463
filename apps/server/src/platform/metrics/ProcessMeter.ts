/**
 * Measures the process itself: memory, processor, event loop, collections of garbage. Read at each scrape; between scrapes Node counts.
 */
import * as PerfHooks from "node:perf_hooks"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { build } from "../Version.ts"
import { Meters } from "./Meters.ts"

/** The time between two looks at the event loop. Node counts this time into the delay, so it is taken off. */
const resolutionMs = 20

const nanosecondsPerSecond = 1_000_000_000
const microsecondsPerSecond = 1_000_000

const delaySeconds = (nanoseconds: number): number =>
  Math.max(0, nanoseconds / nanosecondsPerSecond - resolutionMs / 1_000)

const { NODE_PERFORMANCE_GC_INCREMENTAL, NODE_PERFORMANCE_GC_MAJOR, NODE_PERFORMANCE_GC_MINOR } = PerfHooks.constants

/** The type of a collection, by the number that Node gives it. */
const collectionType = (kind: unknown) => {
  switch (kind) {
    case NODE_PERFORMANCE_GC_MAJOR:
      return "major"
    case NODE_PERFORMANCE_GC_MINOR:
      return "minor"
    case NODE_PERFORMANCE_GC_INCREMENTAL:
      return "incremental"
    default:
      return "weakcb"
  }
}

/** Measures this process for as long as the scope. */
export const measureProcess = Effect.gen(function* () {
  const meters = yield* Meters
  if (meters === undefined) return

  const delay = PerfHooks.monitorEventLoopDelay({ resolution: resolutionMs })
  const collections = {
    major: meters.recorder("v8js_gc_duration_seconds", { v8js_gc_type: "major" }),
    minor: meters.recorder("v8js_gc_duration_seconds", { v8js_gc_type: "minor" }),
    incremental: meters.recorder("v8js_gc_duration_seconds", { v8js_gc_type: "incremental" }),
    weakcb: meters.recorder("v8js_gc_duration_seconds", { v8js_gc_type: "weakcb" })
  }
  const observer = new PerfHooks.PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const detail = Predicate.hasProperty(entry, "detail") ? entry.detail : undefined
      const kind = Predicate.hasProperty(detail, "kind") ? detail.kind : undefined
      collections[collectionType(kind)](entry.duration / 1_000)
    }
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      delay.enable()
      observer.observe({ entryTypes: ["gc"] })
    }),
    () =>
      Effect.sync(() => {
        delay.disable()
        observer.disconnect()
      })
  )

  // What was since the last scrape.
  let [p99, max, utilization] = [0, 0, 0]
  let before = PerfHooks.performance.eventLoopUtilization()
  meters.beforeScrape(
    Effect.sync(() => {
      p99 = delaySeconds(delay.percentile(99))
      max = delaySeconds(delay.max)
      delay.reset()
      const now = PerfHooks.performance.eventLoopUtilization()
      utilization = PerfHooks.performance.eventLoopUtilization(now, before).utilization
      before = now
    })
  )
  meters.observe("nodejs_eventloop_delay_p99_seconds", {}, () => p99)
  meters.observe("nodejs_eventloop_delay_max_seconds", {}, () => max)
  meters.observe("nodejs_eventloop_utilization_ratio", {}, () => utilization)
  meters.observe("v8js_memory_heap_used_bytes", {}, () => process.memoryUsage().heapUsed)
  meters.observe("process_resident_memory_bytes", {}, () => process.memoryUsage.rss())
  meters.observe("process_cpu_seconds_total", {}, () => {
    const { system, user } = process.cpuUsage()
    return (system + user) / microsecondsPerSecond
  })
  meters.observe("process_start_time_seconds", {}, () => PerfHooks.performance.timeOrigin / 1_000)
  meters.observe("partner_build_info", { version: build }, () => 1)
  meters.observe("partner_processes", {}, () => 1)
})
