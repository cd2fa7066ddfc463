/**
 * The stores keep the laws of every engine on SQLite, over two openings of one file, and on PostgreSQL, over two pools of one database.
 */
import { beforeAll, describe, it } from "@effect/vitest"
import type { Connection } from "@partner-api/service/laws/Furnished"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Database from "../src/store/Database.ts"
import { type DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const laws = storeLaws.map(([name, holds], index) => [name, holds, index] as const)
type Holds = (typeof laws)[number][1]

/** Holds a law to an empty database, whose schema the first connection brings up to date. */
const onDatabase = (target: DatabaseTarget, holds: Holds) =>
  Effect.gen(function* () {
    const first = yield* Layer.build(Database.layer(target))
    const second = yield* Layer.build(Database.layer(target))
    const on =
      (context: typeof first): Connection =>
      (effect) =>
        Effect.provideContext(effect, context)
    yield* holds(on(first), on(second))
  }).pipe(Effect.scoped)

describe("the stores on SQLite", () => {
  it.effect.each(laws)("%s (decisions, Journal and Safe repetition)", ([, holds, index]) =>
    onDatabase(readTarget(`sqlite:${folder.file(`laws-${index}.db`)}`), holds)
  )
})

describe("the stores on PostgreSQL", () => {
  let template = ""
  beforeAll(async () => {
    template = await databases().create()
    await Effect.runPromise(Effect.scoped(Layer.build(Database.layer(readTarget(template)))))
  })

  // Locks and their timeouts are the database's: no clock of a test.
  it.live.each(laws)("%s (decisions, Journal and Safe repetition)", ([, holds]) =>
    Effect.flatMap(
      Effect.promise(() => databases().create(template)),
      (url) => onDatabase(readTarget(url), holds)
    )
  )
})
