/**
 * Generated queries find the same on SQLite and on PostgreSQL: what the rule of the domain finds. The laws of the stores run a few of them on every run
 * of the tests, `Search.test.ts` many here and in `long`.
 */
import { describe, it } from "@effect/vitest"
import { generatedQueries } from "@partner-api/service/laws/SearchLaws"
import * as Effect from "effect/Effect"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { holdOn } from "../test/LawConnections.ts"
import { databases } from "../test/Postgres.ts"
import { sharedFolder } from "../test/TestServer.ts"

const folder = sharedFolder()
/** A number of queries on each engine. */
export const searchesAgree = (count: number): void => {
  const law = generatedQueries(count)
  describe(law[0], () => {
    it.live("on SQLite (decisions, Filters)", () => holdOn(readTarget(`sqlite:${folder.file("search.db")}`), law))

    it.live("on PostgreSQL (decisions, Filters)", () =>
      Effect.flatMap(
        Effect.promise(() => databases().create()),
        (url) => holdOn(readTarget(url), law)
      )
    )
  })
}
