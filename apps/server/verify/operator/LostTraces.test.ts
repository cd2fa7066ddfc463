/**
 * A collector that takes nothing: partners notice nothing, and the operator sees what is lost (docs/operators/monitoring.md, Traces).
 */
import { assert, describe, it } from "@effect/vitest"
import { startChildServer } from "../../test/hostile/ChildServer.ts"
import { tracedPerSecondMax } from "../../src/platform/traces/RequestSpans.ts"
import { startCollector } from "../../test/operator/Collector.ts"
import { metricsPortIn, scrape } from "../../test/operator/Scrape.ts"

/** More than are traced while they are sent. */
const requestsCount = 2_000

describe("traces that a collector does not take", () => {
  it(
    "are counted and logged once, and requests are answered (docs/operators/monitoring.md, Traces)",
    { timeout: 60_000 },
    async () => {
      await using collector = await startCollector(503)
      await using server = await startChildServer({
        command: "sandbox",
        settings: {
          METRICS_PORT: "0",
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
          OTEL_TRACES_SAMPLER_ARG: "1"
        }
      })
      const firstSecond = Math.floor(Date.now() / 1_000)
      for (let request = 0; request < requestsCount; request++) {
        assert.strictEqual((await server.call("GET", "/v1/jobs")).status, 401)
      }
      const seconds = Math.floor(Date.now() / 1_000) - firstSecond + 1
      await collector.first
      assert.strictEqual((await server.call("GET", "/health/live")).status, 200)
      const { value } = await scrape(metricsPortIn(server.stdout()))
      const begun = value("telemetry_spans_total", { outcome: "begun" }) ?? 0
      // Some are traced in each second, and not more than the bound.
      assert.isAtLeast(begun, tracedPerSecondMax)
      assert.isAtMost(begun, tracedPerSecondMax * seconds + 1)
      assert.isBelow(begun, requestsCount)
      assert.strictEqual(value("telemetry_spans_total", { outcome: "exported" }), 0)
      assert.isAtLeast(value("telemetry_export_failures_total", {}) ?? 0, 1)
      await server.stop()
      const warnings = server.stderr().match(/does not take traces/g) ?? []
      assert.lengthOf(warnings, 1, server.stderr())
    }
  )
})
