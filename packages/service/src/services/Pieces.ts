/**
 * Work on many items in pieces: after some milliseconds of work, the event loop reads other requests. Few or cheap items are one piece.
 */
import * as Effect from "effect/Effect"

/** The length of a piece. With one more item, which takes 5 ms at most, it is below 10 ms. */
const pieceMs = 3

/** Makes something of each item, in their order. */
export const inPieces = <A, B, E, R>(
  items: ReadonlyArray<A>,
  make: (item: A, index: number) => Effect.Effect<B, E, R>
): Effect.Effect<Array<B>, E, R> =>
  Effect.suspend(() => {
    let sinceMs = performance.now()
    const afterOthers = (item: A, index: number) =>
      Effect.flatMap(Effect.yieldNow, () => {
        sinceMs = performance.now()
        return make(item, index)
      })
    return Effect.forEach(items, (item, index) =>
      performance.now() - sinceMs < pieceMs ? make(item, index) : afterOthers(item, index)
    )
  })
