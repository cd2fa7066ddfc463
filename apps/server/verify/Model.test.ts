/**
 * The same as `test/Model.test.ts`, ten times as long.
 */
import { assert, describe, it } from "@effect/vitest"
import { runModel } from "../test/ModelRun.ts"
import { openMemoryWorld, openPostgresWorld, openServerWorld } from "../test/ModelWorlds.ts"

const commands = 10_000

describe("the service and its model", () => {
  it.for([
    ["on SQLite", openServerWorld],
    ["on PostgreSQL", openPostgresWorld],
    ["in memory", openMemoryWorld]
  ] as const)(
    `answer ${commands} random commands over three organizations alike, %s (decisions)`,
    { timeout: 300_000 },
    async ([, open]) => assert.isAtLeast((await runModel(open, 7, commands)).size, 16)
  )
})
