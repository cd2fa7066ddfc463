/**
 * Sends spans to a collector by OTLP/HTTP, in batches, and counts the spans that it loses. It makes no span.
 */
import * as Crypto from "node:crypto"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpBody } from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { Meters, type MetersService } from "../metrics/Meters.ts"
import { build } from "../Version.ts"
import { onlyKnown, spansIn } from "./SpanFields.ts"
import type { TraceSettings } from "./TraceSettings.ts"

/** Longer than a collector takes that will answer. */
const exportTimeoutMs = 10_000

/** The exporter does not try again for so long after it has given up a batch; one line in the log for each such pause is enough. */
const pauseMs = 60_000

/** The number of spans that were begun, and of those that a collector took; the others are lost or on their way. */
interface SpanMeter {
  readonly begun: () => void
  readonly exported: (spans: number) => void
  readonly failed: () => void
}

const makeSpanMeter = (meters: MetersService | undefined): SpanMeter => {
  const begun = meters?.recorder("telemetry_spans_total", { outcome: "begun" })
  const exported = meters?.recorder("telemetry_spans_total", { outcome: "exported" })
  const failed = meters?.recorder("telemetry_export_failures_total", {})
  return {
    begun: () => begun?.(1),
    exported: (spans) => exported?.(spans),
    failed: () => failed?.(1)
  }
}

/** Bodies with the allowed fields of spans. `counts` has the number of spans of each body. */
const serialization = (counts: WeakMap<HttpBody, number>) =>
  Layer.effect(
    OtlpSerialization.OtlpSerialization,
    Effect.map(OtlpSerialization.OtlpSerialization, (inner) => ({
      ...inner,
      traces: (data) => {
        const body = inner.traces(onlyKnown(data))
        counts.set(body, spansIn(data))
        return body
      }
    }))
  ).pipe(Layer.provide(OtlpSerialization.layerJson))

/** A client that counts what became of each body, and logs when a collector does not take one. */
const transport = (counts: WeakMap<HttpBody, number>, meter: SpanMeter, url: string) => {
  let quietUntilMs = 0
  const warn = Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    if (nowMs < quietUntilMs) return Effect.void
    quietUntilMs = nowMs + pauseMs
    return Effect.logWarning(
      `The collector at ${new URL(url).origin} does not take traces, so some are lost. Check it, and OTEL_EXPORTER_OTLP_ENDPOINT.`
    )
  })
  const lost = Effect.andThen(Effect.sync(meter.failed), warn)
  return Layer.effect(
    HttpClient.HttpClient,
    Effect.map(
      HttpClient.HttpClient,
      HttpClient.transform((response, request) =>
        response.pipe(
          Effect.timeoutOrElse({
            duration: Duration.millis(exportTimeoutMs),
            orElse: () => new HttpClientError({ reason: new TransportError({ request, description: "timeout" }) })
          }),
          Effect.tap(({ status }) =>
            status < 300 ? Effect.sync(() => meter.exported(counts.get(request.body) ?? 0)) : lost
          ),
          Effect.tapError(() => lost)
        )
      )
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))
}

/** The tracer of a server whose settings name a collector. What is left is sent when the scope ends. */
export const layer = ({ headers, resource, serviceName, url }: TraceSettings) =>
  Layer.unwrap(
    Effect.map(Meters, (meters) => {
      const counts = new WeakMap<HttpBody, number>()
      const meter = makeSpanMeter(meters)
      const counted = Layer.effect(
        Tracer.Tracer,
        Effect.map(Tracer.Tracer, (tracer) =>
          Tracer.make({
            span: (options) => {
              if (options.sampled) meter.begun()
              return tracer.span(options)
            }
          })
        )
      )
      return counted.pipe(
        Layer.provide(
          OtlpTracer.layer({
            url,
            headers: Redacted.value(headers),
            resource: {
              serviceName,
              serviceVersion: build,
              attributes: { ...resource, "service.instance.id": Crypto.randomUUID() }
            }
          })
        ),
        Layer.provide([serialization(counts), transport(counts, meter, url)]),
        // Its settings are read and checked where all others are.
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: {} })))
      )
    })
  )
