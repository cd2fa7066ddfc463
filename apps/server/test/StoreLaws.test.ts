/**
 * The stores keep the laws of every engine on SQLite, over two openings of one file, by statements that read no more than they give. On PostgreSQL they keep
 * the laws of filters and of races here, and all of them in verify/postgres/StoreLaws.test.ts; `RequestCost.test.ts` sends every request to it.
 */
import { assert, describe, it } from "@effect/vitest"
import { filterLaws } from "@partner-api/service/laws/FilterLaws"
import { raceLaws, storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { holdOn, onPostgres } from "./LawConnections.ts"
import { readingAll, recordedIn, type Statements } from "./Plans.ts"
import { fillNew, sharedFolder } from "./TestServer.ts"

const laws = storeLaws.map((law, index) => [law[0], law, index] as const)

describe("the stores on SQLite", () => {
  const folder = sharedFolder()
  const statements: Statements = new Map()
  const fileOf = (index: number) => folder.file(`laws-${index}.db`)

  it.effect.each(laws)("%s (decisions, Journal and Safe repetition)", ([, law, index]) =>
    Effect.andThen(
      Effect.promise(() => fillNew(fileOf(index), { sandbox: false })),
      recordedIn(statements)(holdOn(readTarget(`sqlite:${fileOf(index)}`), law))
    )
  )

  it.live("read no more than they give, on SQLite (decisions, Filters)", () =>
    Effect.gen(function* () {
      assert.isAbove(statements.size, 200)
      assert.deepStrictEqual(yield* readingAll(statements), [])
    }).pipe(Effect.provide(Database.layer(readTarget(`sqlite:${fileOf(0)}`))))
  )
})

describe("the stores on PostgreSQL", async () => {
  await onPostgres([...filterLaws, ...raceLaws])
})
