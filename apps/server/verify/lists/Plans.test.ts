/**
 * No statement of the stores reads all rows of an organization on SQLite: the laws run once more with spans, where named statements run through the client and are
 * explained with the others. `test/StoreLaws.test.ts` explains those whose text is built for each run.
 */
import { assert, describe, it } from "@effect/vitest"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { connectionsTo } from "../../test/LawConnections.ts"
import { readingAll, recordedIn, type Statements } from "../../test/Plans.ts"
import { sharedFolder } from "../../test/TestServer.ts"

const folder = sharedFolder()
const targetOf = (index: number) => readTarget(`sqlite:${folder.file(`plans-${index}.db`)}`)

describe("the statements of the stores", () => {
  it.live("read no more than they give, named ones too, on SQLite (decisions, Filters)", () =>
    Effect.gen(function* () {
      const statements: Statements = new Map()
      for (const [index, [, holds]] of storeLaws.entries()) {
        const [first, second] = yield* connectionsTo(targetOf(index))
        yield* recordedIn(statements)(holds(first, second))
      }
      assert.isAbove(statements.size, 200)
      assert.deepStrictEqual(yield* readingAll(statements).pipe(Effect.provide(Database.layer(targetOf(0)))), [])
    }).pipe(Effect.scoped)
  )
})
