/**
 * Measures writes: how long they wait to begin, how long they take with their commit, and how often one is run again.
 */
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "../../platform/metrics/Meters.ts"

/** The same transactions, measured where somebody asks for metrics. */
export const around = <E, R>(transactions: Layer.Layer<Transaction, E, R>): Layer.Layer<Transaction, E, R> =>
  Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const meters = yield* Meters
      if (meters === undefined) return transaction
      const took = meters.recorder("db_client_operation_duration_seconds", { operation: "write" })
      const waited = meters.recorder("partner_write_wait_seconds", {})
      const conflicted = meters.recorder("partner_write_conflicts_total", {})
      return Transaction.of((effect) =>
        Effect.suspend(() => {
          const startMs = performance.now()
          const elapsed = () => (performance.now() - startMs) / 1_000
          let hasBegun = false
          const begun = Effect.suspend(() => {
            if (hasBegun) conflicted(1)
            else waited(elapsed())
            hasBegun = true
            return effect
          })
          return Effect.ensuring(
            transaction(begun),
            Effect.sync(() => took(elapsed()))
          )
        })
      )
    })
  ).pipe(Layer.provide(transactions))
