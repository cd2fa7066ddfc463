/**
 * Measures reads: each statement on a connection that reads outside of a write. Without meters, connections stay as they are.
 */
import * as Effect from "effect/Effect"
import type { Connection } from "effect/sql/SqlConnection"
import { Meters } from "../../platform/metrics/Meters.ts"

/** Measures how long an effect takes that succeeds. */
export type Timed = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The measure of reads; absent where nobody asks for metrics. */
export const timedRead: Effect.Effect<Timed | undefined> = Effect.map(Meters, (meters) => {
  if (meters === undefined) return undefined
  const record = meters.recorder("db_client_operation_duration_seconds", { operation: "read" })
  return (effect) =>
    Effect.suspend(() => {
      const startMs = performance.now()
      return Effect.tap(effect, () => Effect.sync(() => record((performance.now() - startMs) / 1_000)))
    })
})

/** A connection whose statements are measured. Streams are not: they last as long as their reader wants. */
export const withTimedReads = <C extends Connection>(connection: C, timed: Timed | undefined): C =>
  timed === undefined
    ? connection
    : {
        ...connection,
        execute: (sql, params, transformRows) => timed(connection.execute(sql, params, transformRows)),
        executeRaw: (sql, params) => timed(connection.executeRaw(sql, params)),
        executeUnprepared: (sql, params, transformRows) =>
          timed(connection.executeUnprepared(sql, params, transformRows)),
        executeValues: (sql, params) => timed(connection.executeValues(sql, params)),
        executeValuesUnprepared: (sql, params) => timed(connection.executeValuesUnprepared(sql, params))
      }
