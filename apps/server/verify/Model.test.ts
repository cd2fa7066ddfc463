/**
 * The same as `test/Model.test.ts` with ten thousand commands, on PostgreSQL too.
 */
import { describe, it } from "@effect/vitest"
import { openMemoryWorld } from "../test/model/MemoryWorld.ts"
import { runModel } from "../test/model/ModelRun.ts"
import { openPostgresWorld, openServerWorld } from "../test/model/ServerWorld.ts"
import { checkTally, reportOf } from "../test/model/Tally.ts"

const commands = 10_000

describe("the service and its model", () => {
  it.for([
    ["on SQLite", openServerWorld],
    ["on PostgreSQL", openPostgresWorld],
    ["in memory", openMemoryWorld]
  ] as const)(
    `answer ${commands} random commands over three organizations alike, %s (decisions)`,
    async ([engine, open]) => {
      const seen = await runModel(open, 20_261_121, commands)
      console.log(reportOf(`model ${engine}`, seen))
      checkTally(seen, 20)
    }
  )
})
