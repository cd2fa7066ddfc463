/**
 * Metrics as the text that Prometheus reads (exposition format 0.0.4), written by Effect.
 */
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { makeRegistry, registerSeries } from "./Meters.ts"
import type { Series } from "./Series.ts"

/** The media type of the text. */
export const textType = "text/plain; version=0.0.4; charset=utf-8"

/** Writes series. Those of one metric follow each other, whichever process they come from. */
export const metricsText = (series: ReadonlyArray<Series>): string => {
  const registry = makeRegistry()
  for (const { labels, name, values } of series) registerSeries(registry, name, labels, () => values)
  return PrometheusMetrics.formatUnsafe(registry)
}
