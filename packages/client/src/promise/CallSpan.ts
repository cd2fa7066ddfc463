/**
 * A span of OpenTelemetry for each call, where the program has OpenTelemetry.
 *
 * `@opentelemetry/api` keeps what a program has registered under a symbol that all of its copies share, so this library finds it there and
 * does not depend on it. Without it a call costs one look at that symbol. Spans hold what events hold: no header, body, query or secret.
 */
import * as Result from "effect/Result"
import type { Progress } from "../core/retries/RetryingExecutor.ts"

/** The parts of spans, tracers, contexts and the registered ones that are used: `@opentelemetry/api` 1. */
interface Span {
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { readonly code: number; readonly message: string }): unknown
  end(): void
}
interface Context {
  setValue(key: symbol, value: unknown): Context
}
interface Registered {
  readonly trace?: {
    getTracer(name: string): { startSpan(name: string, options: { readonly kind: number }): Span }
  }
  readonly context?: {
    active(): Context
    with<A>(context: Context, run: () => A): A
  }
}

const registeredKey = Symbol.for("opentelemetry.js.api.1")
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const clientKind = 2
const errorStatus = 2

const tracerName = "@partner-api/client"

/** The span of a call. */
export interface CallSpan {
  /** Runs something within the span, so that the spans of its requests are below it. */
  readonly within: <A>(run: () => A) => A
  /** Ends the span. `error` is the kind of the failure. */
  readonly end: (progress: Progress, error: string | undefined) => void
}

/** A failure of the telemetry fails no call. */
const quietly = <A>(run: () => A): A | undefined =>
  Result.getOrUndefined(Result.try({ try: run, catch: () => undefined }))

/** Starts the span of a call; none without OpenTelemetry. Its parent is the active span of the caller. */
export const startSpan = (operation: string): CallSpan | undefined => {
  // Its form is that of the major version in the key.
  const registered = Reflect.get(globalThis, registeredKey) as Registered | undefined
  const span = quietly(() => registered?.trace?.getTracer(tracerName).startSpan(operation, { kind: clientKind }))
  if (span === undefined) return undefined
  const context = quietly(() => registered?.context?.active().setValue(spanKey, span))
  return {
    within: (run) =>
      context === undefined || registered?.context === undefined ? run() : registered.context.with(context, run),
    end: ({ attempts, method, organizationId, requestId, status }, error) =>
      void quietly(() => {
        const attributes = {
          "http.request.method": method,
          "http.response.status_code": status,
          "http.request.resend_count": attempts > 1 ? attempts - 1 : undefined,
          "error.type": error,
          "partner_api.organization_id": organizationId,
          "partner_api.request_id": requestId
        }
        for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(name, value)
        if (error !== undefined) span.setStatus({ code: errorStatus, message: error })
        span.end()
      })
  }
}
