/**
 * One transaction around whatever is done: all of it or nothing. Inside one, another begins no second one.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { orStoreError, type StoreError } from "./StoreError.ts"

export class Transaction extends Context.Service<
  Transaction,
  <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
>()("@partner-api/server/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.map(SqlClient.SqlClient, (sql) => Transaction.of((effect) => orStoreError(sql.withTransaction(effect))))
  )
}
