/**
 * Scrapes the metrics of a running program, as Prometheus does.
 */
import * as Assert from "node:assert"
import { type Answer, openClient } from "../HttpCall.ts"
import type { MetricName } from "../../src/platform/metrics/MetricCatalog.ts"
import { readPrometheusText } from "./PrometheusText.ts"

/** The metric that a server on SQLite does not have: there is no other clock. */
export const ofPostgres: MetricName = "partner_database_clock_difference_seconds"

/** The port at which a program serves its metrics, read from its output. */
export const metricsPortIn = (stdout: string): number => {
  const port = /Metrics are at http:\/\/127\.0\.0\.1:(\d+)\/metrics\./.exec(stdout)?.[1]
  return Number(port ?? Assert.fail(`no address of metrics: ${stdout}`))
}

/** Asks the listener for metrics. */
export const fetchMetrics = async (
  port: number,
  method = "GET",
  path = "/metrics",
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const client = openClient(port)
  try {
    return await client.call(method, path, { headers })
  } finally {
    client.close()
  }
}

/** The metrics of a program. */
export const scrape = async (port: number) => readPrometheusText((await fetchMetrics(port)).text)
