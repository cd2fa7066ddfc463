/**
 * The service answers as a table in memory would, whatever the order of commands (decisions). Many more in `pnpm verify`, and
 * on PostgreSQL too.
 */
import { assert, describe, it } from "@effect/vitest"
import { openMemoryWorld } from "./model/MemoryWorld.ts"
import { runModel } from "./model/ModelRun.ts"
import { openServerWorld } from "./model/ServerWorld.ts"
import { checkTally } from "./model/Tally.ts"

const commands = 800

describe("the service and its model", () => {
  it.for([
    ["on SQLite", openServerWorld],
    ["in memory", openMemoryWorld]
  ] as const)(`answer ${commands} random commands over three organizations alike, %s (decisions)`, async ([, open]) => {
    const seen = await runModel(open, 295, commands)
    checkTally(seen, 1)
    assert.includeMembers(
      [...seen.keys()],
      [
        "again 201",
        "again 403 forbidden",
        "hire 409 conflict",
        "patchApplication 409 conflict",
        "patchApplication 412 precondition_failed",
        "patchJob 409 invalid_transition",
        "setFees 412 precondition_failed",
        "submit 409 duplicate_application",
        "submit 422 unprocessable_entity"
      ]
    )
  })
})
