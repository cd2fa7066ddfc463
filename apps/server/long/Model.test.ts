/** Ten thousand random commands on each store, and on three nodes behind a proxy, are answered as their model answers them. */
import { describe } from "@effect/vitest"
import { openMemoryWorld } from "../test/model/MemoryWorld.ts"
import { openPostgresWorld, openServerWorld } from "../test/model/ServerWorld.ts"
import { openNodesWorld } from "../test/nodes/NodesWorld.ts"
import { answersAlike } from "../verify/RandomCommands.ts"

const random = { seed: 20_261_121, commands: 10_000, eachMin: 20 }

describe("the service and its model", () => {
  answersAlike("on SQLite", openServerWorld, random)
  answersAlike("on PostgreSQL", openPostgresWorld, random)
  answersAlike("in memory", openMemoryWorld, random)
  answersAlike("on three nodes", openNodesWorld, { ...random, seed: 11 })
})
