/**
 * The measurements of a process, as values that it can send to another one, and the merge of those of several processes.
 */
import * as Schema from "effect/Schema"
import { definitionOf, type MetricName, metricNames } from "./MetricCatalog.ts"

/** One series. A counter and a gauge have one value; a histogram has count and sum, then its buckets, each with all below it. */
export const Series = Schema.Struct({
  name: Schema.Literals(metricNames),
  labels: Schema.Record(Schema.String, Schema.String),
  values: Schema.Array(Schema.Finite)
})
export type Series = typeof Series.Type

/** The name of a series among all: its labels come in the order of their definition. */
const keyOf = ({ labels, name }: Series): string => `${name} ${JSON.stringify(labels)}`

const combine = (name: MetricName): ((left: number, right: number) => number) => {
  const definition = definitionOf(name)
  if (definition.kind !== "gauge") return (left, right) => left + right
  switch (definition.merging) {
    case "sum":
      return (left, right) => left + right
    case "max":
      return Math.max
    case "min":
      return Math.min
  }
}

/** The series of several processes as those of one. */
export const mergeSeries = (ofProcesses: ReadonlyArray<ReadonlyArray<Series>>): ReadonlyArray<Series> => {
  const merged = new Map<string, Series>()
  for (const series of ofProcesses.flat()) {
    const key = keyOf(series)
    const other = merged.get(key)
    const two = combine(series.name)
    merged.set(
      key,
      other === undefined
        ? series
        : { ...series, values: series.values.map((value, index) => two(value, other.values[index] ?? 0)) }
    )
  }
  return [...merged.values()]
}

/** The series of a process that stay true after its end: its counters. */
export const countedIn = (series: ReadonlyArray<Series>): ReadonlyArray<Series> =>
  series.filter(({ name }) => definitionOf(name).kind !== "gauge")

/** A series of these values; none where one of them could not be read, and is no number. */
export const seriesOf = (
  name: MetricName,
  labels: Readonly<Record<string, string>>,
  values: ReadonlyArray<number>
): ReadonlyArray<Series> => (values.every(Number.isFinite) ? [{ name, labels, values }] : [])
