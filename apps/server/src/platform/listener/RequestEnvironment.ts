/**
 * Connects the pipeline with the listener, in an environment that has only what fibers of requests use. Effect looks up references in the environment for
 * each request, so a small one is faster.
 *
 * Stages and handlers keep the services that they were built with.
 */
import { Pipeline } from "@partner-api/service/http/Pipeline"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import * as HttpListener from "./HttpListener.ts"
import { pacedScheduler } from "./PacedScheduler.ts"

/** The environment of requests: the references that programs and tests set, the scope in which fibers end, and a scheduler that alternates requests. */
const ofRequests = (environment: Context.Context<Scope.Scope>) =>
  Context.pick(
    Scope.Scope,
    Clock.Clock,
    Logger.CurrentLoggers,
    References.MinimumLogLevel,
    References.TracerEnabled,
    Tracer.Tracer
  )(environment).pipe(Context.add(Scheduler.Scheduler, pacedScheduler))

/** Handles requests once `ready` has succeeded, until the layer ends. Requests that come before wait. */
export const layer = <E, R>(
  ready: Effect.Effect<void, E, R>
): Layer.Layer<never, E, Pipeline | HttpListener.RequestListener | R> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const { serve } = yield* HttpListener.RequestListener
      yield* ready
      yield* Effect.updateContext(serve(pipeline), ofRequests)
    })
  )
