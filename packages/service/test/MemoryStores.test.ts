/**
 * The memory stores keep the laws of every engine. Two connections are one memory.
 */
import { describe, it } from "@effect/vitest"
import type { Connection } from "@partner-api/service/laws/Furnished"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import { makeMemory } from "@partner-api/service/store/memory/Memory"
import * as MemoryStores from "@partner-api/service/store/memory/MemoryStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

describe("the stores in memory", () => {
  it.effect.each(storeLaws)("%s (decisions, Journal and Safe repetition)", ([, holds]) =>
    Effect.gen(function* () {
      const context = yield* Layer.build(MemoryStores.layer(makeMemory()))
      const first: Connection = (effect) => Effect.provideContext(effect, context)
      // In a fiber that knows nothing of a transaction of the first one.
      const second: Connection = (effect) =>
        Effect.flatten(Effect.promise(() => Effect.runPromiseExit(Effect.provideContext(effect, context))))
      yield* holds(first, second)
    }).pipe(Effect.scoped)
  )
})
