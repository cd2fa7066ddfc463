/**
 * The same as `test/Model.test.ts` with more commands, on PostgreSQL too. `long/Model.test.ts` has ten thousand.
 */
import { describe } from "@effect/vitest"
import { openMemoryWorld } from "../test/model/MemoryWorld.ts"
import { openPostgresWorld, openServerWorld } from "../test/model/ServerWorld.ts"
import { answersAlike } from "./RandomCommands.ts"

const random = { seed: 20_261_121, commands: 2_500, eachMin: 2 }

describe("the service and its model", () => {
  answersAlike("on SQLite", openServerWorld, random)
  answersAlike("on PostgreSQL", openPostgresWorld, random)
  answersAlike("in memory", openMemoryWorld, random)
})
