/**
 * The tasks of an agent once more, as a client of 2025-11-25 does them: questions to the human come as requests of the server there
 * (mcp.md, B13).
 */
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { makeSessions } from "../test/tasks/Conversation.ts"
import { assertReached } from "../test/tasks/Reached.ts"
import { runTask } from "../test/tasks/Run.ts"
import { tasks } from "../test/tasks/Tasks.ts"
import { startWorld, type World } from "../test/tasks/World.ts"

let world: World
const sessions = makeSessions()

beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await sessions[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

describe("a task for an agent on 2025-11-25 (mcp.md, B13)", () => {
  it.for(tasks)("$id", async (task) => assertReached(task, await runTask(task, world, sessions, "legacy")))
})
