/**
 * The port to transactions: all of what is done in one, or nothing of it.
 *
 * Transactions do not nest. A service that writes requires the transaction it runs in (`CurrentWrite`) and opens none.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

export class Transaction extends Context.Service<
  Transaction,
  <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
>()("@partner-api/service/Transaction") {}
