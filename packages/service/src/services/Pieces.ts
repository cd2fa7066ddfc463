/**
 * Work on many items that lets others be served: whenever it has run for some milliseconds, the event loop looks for requests. Few or cheap items are
 * done in one piece.
 */
import * as Effect from "effect/Effect"

/** How long items are worked on before others are served: with one more item, which takes 5 ms at most, a piece is below 10 ms. */
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
