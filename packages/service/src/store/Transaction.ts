/**
 * The port to transactions: the store keeps all changes of a transaction, or none. On SQLite `sqlite/GroupCommit.ts` of the server implements it, on
 * PostgreSQL `sql/kit/Transactions.ts`. Both may run the effect again after a conflict.
 *
 * Transactions do not nest. `Journal.write` opens them; a service that writes requires one (`CurrentWrite`) and opens none.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

export class Transaction extends Context.Service<
  Transaction,
  <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
>()("@partner-api/service/Transaction") {}
