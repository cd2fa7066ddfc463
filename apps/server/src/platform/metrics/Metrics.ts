/**
 * Runs a server with its metrics, where the settings enable them: meters for its parts, and the listener that serves them.
 */
import * as Effect from "effect/Effect"
import * as EventLog from "../log/EventLog.ts"
import type { Settings } from "../Settings.ts"
import { measureFiles } from "./FileMeter.ts"
import { makeMeters, Meters } from "./Meters.ts"
import * as MetricsListener from "./MetricsListener.ts"
import { measureProcess } from "./ProcessMeter.ts"
import { mergeSeries, type Series } from "./Series.ts"

/** No other process has metrics to add. */
const none: Effect.Effect<ReadonlyArray<ReadonlyArray<Series>>> = Effect.succeed([])

/** Runs a process that has meters when the metrics are reported somewhere. It is given what they have measured. */
export const withMeters = <A, E, R>(
  metrics: Settings["metrics"],
  run: (scrape: Effect.Effect<ReadonlyArray<Series>>) => Effect.Effect<A, E, R>
) => {
  const meters = metrics === undefined ? undefined : makeMeters()
  return Effect.andThen(measureProcess, run(meters?.scrape ?? Effect.succeed([]))).pipe(
    Effect.scoped,
    Effect.provideService(Meters, meters)
  )
}

/** Listens for Prometheus, where the settings enable it. */
const listening = Effect.fnUntraced(function* (
  { database, hostPolicy, log, metrics }: Settings,
  scrape: Effect.Effect<ReadonlyArray<Series>>
) {
  if (metrics === undefined) return
  yield* measureFiles(database)
  const address = yield* MetricsListener.listen(metrics, hostPolicy, scrape)
  yield* EventLog.announce(log, `Metrics are at ${address}.`)
})

/**
 * Runs a server, which begins to listen for Prometheus itself, once it holds its database: of two servers on one file, the second fails for the file
 * and not for a port. `ofOthers` collects those of its other processes.
 */
export const withMetrics = <A, E, R>(
  settings: Settings,
  server: (listen: ReturnType<typeof listening>) => Effect.Effect<A, E, R>,
  ofOthers: Effect.Effect<ReadonlyArray<ReadonlyArray<Series>>> = none
) =>
  withMeters(settings.metrics, (scrape) =>
    server(
      listening(
        settings,
        Effect.map(Effect.all([scrape, ofOthers], { concurrency: 2 }), ([own, others]) => mergeSeries([own, ...others]))
      )
    )
  )
