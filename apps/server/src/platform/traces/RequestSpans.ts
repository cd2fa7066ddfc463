/**
 * Makes the span of each request that is traced: named by its endpoint, a trace of its own unless a trusted proxy sends the trace that it belongs to.
 *
 * The `traceparent` of a partner becomes a link: it decides neither what is traced, which costs, nor by which id the operator finds
 * it.
 */
import { unknownRoute } from "@partner-api/service/http/AccessLog"
import { comesFrom } from "@partner-api/service/http/ClientAddress"
import { type OpenSpan, type RequestSpan, RequestTracing } from "@partner-api/service/http/RequestSpan"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import type { Settings } from "../Settings.ts"
import { spanFields } from "./SpanFields.ts"
import * as TraceExporter from "./TraceExporter.ts"

/**
 * The most requests that a process traces in a second. A request has some ten spans, which are kept until the collector has them: with this
 * bound, not more than some ten thousand while it does not answer.
 */
export const tracedPerSecondMax = 100

/** Returns at each call whether there is room for one more in this second. */
const makeRoom = (clock: Clock.Clock) => {
  let second = 0
  let taken = 0
  return (): boolean => {
    const now = Math.floor(clock.currentTimeMillisUnsafe() / 1_000)
    if (now !== second) {
      second = now
      taken = 0
    }
    return ++taken <= tracedPerSecondMax
  }
}

/** Of a request that is not traced: nothing below it is, either. */
const untraced: RequestSpan = { around: Effect.withTracerEnabled(false), end: () => {} }

const opened = (tracing: Pick<Settings, "trustedProxies">, ratio: number) =>
  Effect.gen(function* () {
    const tracer = yield* Tracer.Tracer
    const clock = yield* Clock.Clock
    const random = yield* Random.Random
    const isTrusted = comesFrom(tracing.trustedProxies)
    const hasRoom = makeRoom(clock)

    const open: OpenSpan = (context) => {
      const { incoming } = context
      const caller = HttpTraceContext.w3c(incoming.headers)
      const parent = isTrusted(incoming) ? caller : Option.none()
      const isWanted = Option.match(parent, {
        onNone: () => random.nextDoubleUnsafe() < ratio,
        onSome: ({ sampled }) => sampled
      })
      if (!isWanted || !hasRoom()) return untraced
      const span = tracer.span({
        name: `${incoming.method} ${context.endpoint?.path ?? unknownRoute}`,
        parent,
        annotations: Context.empty(),
        links: Option.isSome(parent) ? [] : Option.toArray(caller).map((one) => ({ span: one, attributes: {} })),
        startTime: clock.currentTimeNanosUnsafe(),
        kind: "server",
        root: Option.isNone(parent),
        sampled: true
      })
      context.traceId = span.traceId
      return {
        around: Effect.provideService(Tracer.ParentSpan, span),
        end: (status) => {
          const attributes = {
            [spanFields.method]: incoming.method,
            [spanFields.route]: context.endpoint?.path,
            [spanFields.status]: status,
            [spanFields.error]: context.errorCode,
            [spanFields.requestId]: context.id,
            [spanFields.clientId]: context.clientId,
            [spanFields.organizationId]: context.organizationId
          }
          for (const [name, value] of Object.entries(attributes)) {
            if (value !== undefined) span.attribute(name, value)
          }
          span.end(clock.currentTimeNanosUnsafe(), status >= 500 ? Exit.fail(status) : Exit.void)
        }
      }
    }
    return open
  })

/**
 * Traces requests where the settings name a collector. Where they name none, nothing makes spans: Effect would make one for each statement and
 * each named function, which nobody sees.
 */
export const layer = (settings: Pick<Settings, "traces" | "trustedProxies">) =>
  settings.traces === undefined
    ? Layer.succeed(References.TracerEnabled, false)
    : Layer.effect(RequestTracing, opened(settings, settings.traces.ratio)).pipe(
        Layer.provideMerge(TraceExporter.layer(settings.traces))
      )
