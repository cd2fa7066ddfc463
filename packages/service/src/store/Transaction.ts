/**
 * One transaction around whatever is done: all of it or nothing. Inside one, another begins no second one.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

export class Transaction extends Context.Service<
  Transaction,
  <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
>()("@partner-api/service/Transaction") {}
