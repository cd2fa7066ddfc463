/**
 * {@link Transaction} of the database. One that loses against another, or finds a session that is read-only, is run again from its
 * beginning: it has changed nothing, and nobody was told of it.
 */
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isRepeatable, orStoreError } from "./StoreError.ts"

/**
 * How often a transaction is run again. One of two that meet wins, so few meet as often as this; and a database that was read-only for a
 * while has left few sessions that still are.
 */
const retriesMax = 5

/** How an effect is repeated that is one transaction. Without a pause: the one that won is done, or holds the locks that this waits for. */
export const onConflict = { times: retriesMax, while: isRepeatable }

export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of((effect) => Effect.retry(orStoreError(sql.withTransaction(effect)), onConflict))
  )
)
