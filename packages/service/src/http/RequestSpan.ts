/**
 * The span of a request. A tracer provides it; without one, requests have no span.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { RequestContext } from "./RequestContext.ts"

/** The span of a request that has begun. */
export interface RequestSpan {
  /** Runs the effect that makes the answer inside of the span. */
  readonly around: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Ends it, with the status of the answer. Its attributes are in the context of the request. */
  readonly end: (status: number) => void
}

/** Begins the span of a request, after `FindEndpoint`. */
export type OpenSpan = (context: RequestContext) => RequestSpan

/** Begins spans; absent where requests are not traced. */
export const RequestTracing = Context.Reference<OpenSpan | undefined>("@partner-api/service/RequestTracing", {
  defaultValue: () => undefined
})
