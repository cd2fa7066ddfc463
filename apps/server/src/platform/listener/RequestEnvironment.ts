/**
 * Serves a router in no more of the environment than requests use: the framework copies the environment of the server for each request.
 *
 * Handlers and middleware keep the services that they were built with.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import { compressing } from "./Compression.ts"

/** What requests use: the references that programs and tests set, and the scope that their fibers end with. */
const ofRequests = (environment: Context.Context<Scope.Scope>) =>
  Context.pick(
    Scope.Scope,
    Clock.Clock,
    Logger.CurrentLoggers,
    References.MinimumLogLevel,
    References.TracerEnabled,
    Tracer.Tracer,
    HttpMiddleware.TracerDisabledWhen
  )(environment)

/** Serves the routes of the router once `ready` has succeeded, until the layer ends. Requests that come before wait. */
export const layer = <E, R>(
  ready: Effect.Effect<void, E, R>
): Layer.Layer<never, E, HttpRouter.HttpRouter | HttpServer.HttpServer | R> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const server = yield* HttpServer.HttpServer
      yield* ready
      yield* Effect.updateContext(server.serve(compressing(router.asHttpEffect())), ofRequests)
    })
  )
