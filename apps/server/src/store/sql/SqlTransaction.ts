/**
 * {@link Transaction} of the database. One that loses against another is run again, from its beginning: nobody was told of it.
 */
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { conflicting, orStoreError } from "./StoreError.ts"

/** How often a transaction is run again. One of two that meet wins, so few meet as often as this. */
const retriesMax = 5

/** The pauses between: random, so that two do not meet again. */
const schedule = Schedule.max([
  Schedule.jittered(Schedule.exponential(Duration.millis(10))),
  Schedule.recurs(retriesMax)
])

/** How an effect is repeated that is one transaction. */
export const onConflict = { schedule, while: (error: unknown): boolean => error === conflicting }

export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of((effect) => Effect.retry(orStoreError(sql.withTransaction(effect)), onConflict))
  )
)
