/**
 * The stores on SQLite keep the laws of every engine, over two openings of one file.
 */
import { describe, it } from "@effect/vitest"
import { type Connection, storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Database from "../src/store/Database.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()

describe("the stores on SQLite", () => {
  it.effect.each(storeLaws.map(([name, holds], index) => [name, holds, index] as const))(
    "%s (decisions, Journal and Safe repetition)",
    ([, holds, index]) =>
      Effect.gen(function* () {
        const file = folder.file(`laws-${index}.db`)
        // One after the other: the first brings the file to the present schema.
        const first = yield* Layer.build(Database.layer(file))
        const second = yield* Layer.build(Database.layer(file))
        const on =
          (context: typeof first): Connection =>
          (effect) =>
            Effect.provideContext(effect, context)
        yield* holds(on(first), on(second))
      }).pipe(Effect.scoped)
  )
})
