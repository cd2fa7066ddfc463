/**
 * The stores keep the laws of every engine on SQLite, over two openings of one file, and on PostgreSQL, over two pools of one database.
 */
import { beforeAll, describe, it } from "@effect/vitest"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Database from "../src/store/Database.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { holdOn } from "./LawConnections.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const laws = storeLaws.map((law, index) => [law[0], law, index] as const)

describe("the stores on SQLite", () => {
  it.effect.each(laws)("%s (decisions, Journal and Safe repetition)", ([, law, index]) =>
    holdOn(readTarget(`sqlite:${folder.file(`laws-${index}.db`)}`), law)
  )
})

describe("the stores on PostgreSQL", () => {
  let template = ""
  beforeAll(async () => {
    template = await databases().create()
    await Effect.runPromise(Effect.scoped(Layer.build(Database.layer(readTarget(template)))))
  })

  // Locks and their timeouts are the database's: no clock of a test.
  it.live.each(laws)("%s (decisions, Journal and Safe repetition)", ([, law]) =>
    Effect.flatMap(
      Effect.promise(() => databases().create(template)),
      (url) => holdOn(readTarget(url), law)
    )
  )
})
