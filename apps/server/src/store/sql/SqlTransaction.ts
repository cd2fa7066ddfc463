/**
 * {@link Transaction} of the database.
 */
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { orStoreError } from "./StoreError.ts"

export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) => Transaction.of((effect) => orStoreError(sql.withTransaction(effect))))
)
