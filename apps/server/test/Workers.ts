/**
 * Runs the workers of the service once, as the server does between requests: with the services of a server of a test, which does not lend its own workers.
 */
import { Journal } from "@partner-api/service/services/Journal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** One round of a worker, which is made for it. */
export const workOf = <Self, E, R, A, E2>(worker: Layer.Layer<Self, E, R>, round: Effect.Effect<A, E2, Self>) =>
  Effect.provide(round, worker.pipe(Layer.provide(Journal.layer)))
