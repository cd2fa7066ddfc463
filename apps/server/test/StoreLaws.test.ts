/**
 * The stores keep the laws of every engine on SQLite, over two openings of one file. On PostgreSQL they keep the laws of filters and of races here, and
 * all of them in verify/postgres/StoreLaws.test.ts; `RequestCost.test.ts` sends every request to it.
 */
import { describe, it } from "@effect/vitest"
import { filterLaws } from "@partner-api/service/laws/FilterLaws"
import { raceLaws, storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { holdOn, onPostgres } from "./LawConnections.ts"
import { fillNew, sharedFolder } from "./TestServer.ts"

const laws = storeLaws.map((law, index) => [law[0], law, index] as const)

describe("the stores on SQLite", () => {
  const folder = sharedFolder()

  it.effect.each(laws)("%s (decisions, Journal and Safe repetition)", ([, law, index]) => {
    const file = folder.file(`laws-${index}.db`)
    return Effect.andThen(
      Effect.promise(() => fillNew(file, { sandbox: false })),
      holdOn(readTarget(`sqlite:${file}`), law)
    )
  })
})

describe("the stores on PostgreSQL", async () => {
  await onPostgres([...filterLaws, ...raceLaws])
})
