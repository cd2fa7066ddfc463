/**
 * The stores keep the laws of every engine on SQLite, over two openings of one file. On PostgreSQL they keep the laws of filters and of races here, and
 * all of them in verify/postgres/StoreLaws.test.ts; `RequestCost.test.ts` sends every request to it.
 */
import * as Fs from "node:fs"
import { beforeAll, describe, it } from "@effect/vitest"
import { filterLaws } from "@partner-api/service/laws/FilterLaws"
import { raceLaws, storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Database from "../src/store/Database.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { holdOn, onPostgres } from "./LawConnections.ts"
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
  await onPostgres([...filterLaws, ...raceLaws])
})
