/**
 * The registry in which the program records its measurements: Effect's metrics, in a registry of their own, so that two servers in one process share none.
 * Without `METRICS_PORT` there are no meters, and nothing is recorded.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { catalog, definitionOf, type LabelsOf, type MetricName, metricNames, type NameOf } from "./MetricCatalog.ts"
import { type Series, seriesOf } from "./Series.ts"

/** Records a value: how much to add to a counter, or an observation of a histogram. */
export type Recorder = (value: number) => void

export interface MetersService {
  /** The recorder of one series. Keep it: to find it costs more than to record. */
  readonly recorder: <Name extends NameOf<"counter" | "histogram">>(name: Name, labels: LabelsOf<Name>) => Recorder
  /** Has a value read at each scrape; nothing is reported of one that is undefined. */
  readonly observe: <Name extends NameOf<"counter" | "gauge">>(
    name: Name,
    labels: LabelsOf<Name>,
    read: () => number | undefined
  ) => void
  /** Has something done before each scrape. */
  readonly beforeScrape: (work: Effect.Effect<void>) => void
  /** The measurements so far. */
  readonly scrape: Effect.Effect<ReadonlyArray<Series>>
}

/** The meters of this process; absent where the settings disable metrics. */
export const Meters = Context.Reference<MetersService | undefined>("@partner-api/server/Meters", {
  defaultValue: () => undefined
})

const isMetricName = (name: string): name is MetricName => Object.hasOwn(catalog, name)

const valuesOf = (snapshot: Metric.Metric.Snapshot): ReadonlyArray<number> => {
  switch (snapshot.type) {
    case "Counter":
      return [Number(snapshot.state.count)]
    case "Gauge":
      return [Number(snapshot.state.value)]
    case "Histogram": {
      const { buckets, count, sum } = snapshot.state
      return [count, sum, ...buckets.map(([, below]) => below)]
    }
    default:
      return []
  }
}

const noLabels: Readonly<Record<string, string>> = {}

const counterOf = (name: MetricName, attributes = noLabels) =>
  Metric.counter(name, { description: definitionOf(name).help, incremental: true, attributes })
const gaugeOf = (name: MetricName, attributes = noLabels) =>
  Metric.gauge(name, { description: definitionOf(name).help, attributes })
const histogramOf = (name: MetricName, boundaries: ReadonlyArray<number>, attributes = noLabels) =>
  Metric.histogram(name, { description: definitionOf(name).help, boundaries, attributes })

const nothing = () => {}

/** Puts a series into a registry that reads its values at each scrape: with its count and sum first, when it is a histogram. */
export const registerSeries = (
  context: Context.Context<never>,
  name: MetricName,
  labels: Readonly<Record<string, string>>,
  read: () => ReadonlyArray<number>
): void => {
  const definition = definitionOf(name)
  const hooksOf = <State>(get: () => State) => ({ get, update: nothing, modify: nothing })
  const first = () => read()[0] ?? Number.NaN
  switch (definition.kind) {
    case "counter":
      Metric.registerUnsafe(
        counterOf(name, labels),
        context,
        hooksOf(() => ({ count: first(), incremental: true }))
      )
      return
    case "gauge":
      Metric.registerUnsafe(
        gaugeOf(name, labels),
        context,
        hooksOf(() => ({ value: first() }))
      )
      return
    case "histogram": {
      const { boundaries } = definition
      Metric.registerUnsafe(
        histogramOf(name, boundaries, labels),
        context,
        hooksOf(() => {
          const [count = 0, sum = 0, ...below] = read()
          return { buckets: Arr.zip(boundaries, below), count, sum, min: 0, max: 0 }
        })
      )
    }
  }
}

/** The time that the work of a scrape may take: a scraper waits some seconds, and needs the other metrics. */
const workTimeoutMs = 1_000

const bounded = (work: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.timeoutOrElse(work, { duration: Duration.millis(workTimeoutMs), orElse: () => Effect.void })

/** A registry that nobody else has. */
export const makeRegistry = (): Context.Context<never> => Context.make(Metric.MetricRegistry, new Map())

/** Makes the meters of a process. */
export const makeMeters = (): MetersService => {
  const context = makeRegistry()
  const work: Array<Effect.Effect<void>> = []

  const metricOf = (name: MetricName, labels: Readonly<Record<string, string>>) => {
    const definition = definitionOf(name)
    return definition.kind === "histogram" ? histogramOf(name, definition.boundaries, labels) : counterOf(name, labels)
  }

  const recorder: MetersService["recorder"] = (name, labels) => {
    const metric = metricOf(name, labels)
    return (value) => metric.updateUnsafe(value, context)
  }

  // A counter is there before it counts: Prometheus sees an increase only from one value to the next.
  for (const name of metricNames) {
    const { kind, series } = definitionOf(name)
    if (kind === "counter") for (const labels of series) metricOf(name, labels).updateUnsafe(0, context)
  }

  return {
    recorder,
    observe: (name, labels, read) => registerSeries(context, name, labels, () => [read() ?? Number.NaN]),
    beforeScrape: (one) => void work.push(one),
    scrape: Effect.andThen(
      Effect.suspend(() => Effect.forEach(work, bounded, { discard: true, concurrency: "unbounded" })),
      Effect.sync(() =>
        Metric.snapshotUnsafe(context).flatMap((snapshot) =>
          isMetricName(snapshot.id) ? seriesOf(snapshot.id, snapshot.attributes ?? noLabels, valuesOf(snapshot)) : []
        )
      )
    )
  }
}
