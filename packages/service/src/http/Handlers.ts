/**
 * Types the handlers of a group by the declarations of its endpoints. The type check fails where a handler is missing.
 *
 * A handler gets the decoded parts of its request. `CallHandler` calls it. A handler that reads a body without JSON takes it from `CurrentRequest`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"

/** A handler as the framework types it, with the services that its middleware provides, and no others. */
type Typed<Endpoint extends HttpApiEndpoint.Constraint> = HttpApiEndpoint.Handler<
  Endpoint,
  HttpApiEndpoint.MiddlewareError<Endpoint>,
  HttpApiMiddleware.Provides<HttpApiEndpoint.Middleware<Endpoint>>
>

/** The handler of an endpoint. The framework's request is left out: the listeners have another one. */
export type HandlerOf<Endpoint extends HttpApiEndpoint.Constraint> = (
  input: Omit<Parameters<Typed<Endpoint>>[0], "request">
) => ReturnType<Typed<Endpoint>>

/** The handlers of a group by the names of its endpoints. */
export type HandlersOf<Group extends HttpApiGroup.Constraint> = {
  readonly [Name in keyof Group["endpoints"]]: HandlerOf<Group["endpoints"][Name]>
}

/** The layer of the handlers of a group. `make` gets a function that types the handlers and returns them. */
export const handlersOf = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const Name extends HttpApiGroup.Identifier<Groups>,
  E,
  R
>(
  api: HttpApi.HttpApi<ApiId, Groups>,
  name: Name,
  make: (
    handlers: (
      all: HandlersOf<HttpApiGroup.WithIdentifier<Groups, Name>>
    ) => HandlersOf<HttpApiGroup.WithIdentifier<Groups, Name>>
  ) => Effect.Effect<HandlersOf<HttpApiGroup.WithIdentifier<Groups, Name>>, E, R>
): Layer.Layer<HttpApiGroup.Service<ApiId, Name>, E, R> => {
  const groups: Readonly<Record<string, HttpApiGroup.Constraint>> = api.groups
  return Layer.effectContext(
    Effect.map(
      make((all) => all),
      (all) => Context.makeUnsafe(new Map([[groups[name]?.key ?? name, all]]))
    )
  )
}
