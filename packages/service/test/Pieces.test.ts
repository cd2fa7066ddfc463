/**
 * Work on many items (decisions, Limits): others are served where it takes long, and it is one piece where it does not.
 */
import { assert, describe, it } from "@effect/vitest"
import { inPieces } from "@partner-api/service/services/Pieces"
import * as Effect from "effect/Effect"

/** Works on items, each for a number of milliseconds; shows what ran between. */
const eventsOf = (items: ReadonlyArray<string>, milliseconds: number) =>
  Effect.gen(function* () {
    const events: Array<string> = []
    const made = yield* inPieces(items, (item, index) =>
      Effect.sync(() => {
        const endMs = performance.now() + milliseconds
        while (performance.now() < endMs);
        events.push(item)
        setImmediate(() => events.push("others"))
        return `${item}${index}`
      })
    )
    return { events, made }
  })

describe("work in pieces", () => {
  it.effect("lets others be served between items that take long, and keeps their order (decisions, Limits)", () =>
    Effect.gen(function* () {
      const { events, made } = yield* eventsOf(["a", "b", "c"], 4)
      assert.deepStrictEqual(made, ["a0", "b1", "c2"])
      assert.deepStrictEqual(events, ["a", "others", "b", "others", "c"])
    })
  )

  it.effect("is one piece where the items take no time (decisions, Limits)", () =>
    Effect.gen(function* () {
      // A busy machine may stop the process between two items: of ten runs, one is not stopped.
      const runs = yield* Effect.forEach(Array.from({ length: 10 }), () => eventsOf(["a", "b", "c"], 0))
      assert.deepInclude(
        runs.map(({ events }) => events),
        ["a", "b", "c"]
      )
    })
  )
})
