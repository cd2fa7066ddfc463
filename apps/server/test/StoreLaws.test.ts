/**
 * The stores keep the laws of every engine on SQLite, over two openings of one file, and on PostgreSQL, over two pools of one database.
 */
import * as Fs from "node:fs"
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Database from "../src/store/Database.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { emptiedTables } from "./EmptiedTables.ts"
import { holdOn, holdOnOpened, openTwice } from "./LawConnections.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

const laws = storeLaws.map((law, index) => [law[0], law, index] as const)

describe("the stores on SQLite", () => {
  const folder = sharedFolder()
  const template = folder.file("laws.db")
  beforeAll(() => Effect.runPromise(Effect.scoped(Layer.build(Database.layer(readTarget(`sqlite:${template}`))))))

  it.effect.each(laws)("%s (decisions, Journal and Safe repetition)", ([, law, index]) => {
    const file = folder.file(`laws-${index}.db`)
    Fs.copyFileSync(template, file)
    return holdOn(readTarget(`sqlite:${file}`), law)
  })
})

describe("the stores on PostgreSQL", async () => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const opened = await databases()
    .create()
    .then((url) => Effect.runPromise(Scope.provide(openTwice(readTarget(url)), scope)))
  const emptied = await Effect.runPromise(Effect.provideContext(emptiedTables, opened[0]))

  // Locks and their timeouts are the database's: no clock of a test.
  it.live.each(laws)("%s (decisions, Journal and Safe repetition)", ([, law]) =>
    Effect.andThen(emptied, holdOnOpened(opened, law))
  )
})
