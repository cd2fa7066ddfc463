/**
 * Work on many rows in short batches, between which the process answers others.
 */
import * as Effect from "effect/Effect"

/** Repeats a batch until one is shorter than `size`: then nothing is left. */
export const inBatches = <E, R>(batch: Effect.Effect<number, E, R>, size: number): Effect.Effect<void, E, R> =>
  Effect.asVoid(
    Effect.repeat(
      Effect.tap(batch, () => Effect.yieldNow),
      { until: (count) => count < size }
    )
  )
