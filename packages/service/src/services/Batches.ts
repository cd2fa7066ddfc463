/**
 * Work on many rows in short batches, between which the process answers others.
 */
import * as Effect from "effect/Effect"

/** Repeats a batch until one is shorter than `size`: then nothing is left, and nobody needs to wait for the others. */
export const inBatches = <E, R>(batch: Effect.Effect<number, E, R>, size: number): Effect.Effect<void, E, R> =>
  Effect.flatMap(batch, (count) =>
    count < size ? Effect.void : Effect.andThen(Effect.yieldNow, inBatches(batch, size))
  )
