/**
 * Builds the handlers of a group with the services that they name, and the middleware of the contract. The framework copies all that a group
 * is built with for each request, so the rest of the environment is left out.
 */
import {
  ConditionalRequests,
  ErrorEncoding,
  IdempotentWrite,
  JsonBody,
  PrimaryAccess,
  ScopedAccess
} from "@partner-api/contract/Middleware"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** What every group is built with. */
export const ofEveryGroup = [
  ConditionalRequests,
  ErrorEncoding,
  IdempotentWrite,
  JsonBody,
  PrimaryAccess,
  ScopedAccess,
  Scope.Scope
] as const

/** Builds a layer in the part of the environment that `pick` takes. */
export const groupLayer = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  pick: (environment: Context.Context<R | Scope.Scope>) => Context.Context<R | Scope.Scope>
): Layer.Layer<A, E, R> => Layer.effectContext(Effect.updateContext(Layer.build(layer), pick))
