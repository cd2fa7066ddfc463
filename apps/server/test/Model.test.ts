/**
 * The service answers as a table in memory would, whatever the order of commands (decisions). Ten times as many in `pnpm verify`, and
 * on PostgreSQL too.
 */
import { assert, describe, it } from "@effect/vitest"
import { runModel } from "./ModelRun.ts"
import { openMemoryWorld, openServerWorld } from "./ModelWorlds.ts"

const commands = 1_000

describe("the service and its model", () => {
  it.for([
    ["on SQLite", openServerWorld],
    ["in memory", openMemoryWorld]
  ] as const)(`answer ${commands} random commands over three organizations alike, %s (decisions)`, async ([, open]) => {
    const seen = await runModel(open, 20_261_121, commands)
    // Every kind of answer was among them: a model that is never asked agrees with everything.
    assert.includeMembers(
      [...seen.keys()],
      [
        "addUser 201",
        "addUser 403",
        "addUser 409",
        "addUser 422",
        "changeGrant 0",
        "getFees 200",
        "getFees 403",
        "getUser 200",
        "getUser 403",
        "getUser 404",
        "setFees 200",
        "setFees 403",
        "setFees 404",
        "setFees 422",
        "walkUsers 200",
        "walkUsers 403"
      ]
    )
  })
})
