/**
 * Whether a policy that sees only what a model sees reaches its goals with the real program on the real server (mcp.md, B13). Prints the
 * figures. `WrongCalls.test.ts` runs the slow ones of the 67 too, in both eras, and breaks each of their calls as well.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { makeSessions } from "../test/tasks/Conversation.ts"
import { assertReached } from "../test/tasks/Reached.ts"
import { type Outcome, runTask } from "../test/tasks/Run.ts"
import { tasks } from "../test/tasks/Tasks.ts"
import { startWorld, type World } from "../test/tasks/World.ts"

/** What the calls of all tasks together may cost: a ratchet, a little over what was measured. The list of tools has bounds of its own (ToolCatalog.test.ts). */
const callsMax = 210
const charactersMax = 134_000
/** The most of one task, without its list of tools: one reads a long description. */
const taskCharactersMax = 25_000
const quick = tasks.filter(({ isSlow }) => isSlow !== true)
const outcomes = new Map<string, Outcome>()
let world: World
const sessions = makeSessions()

beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await sessions[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const sum = (of: (outcome: Outcome) => number): number =>
  [...outcomes.values()].reduce((total, one) => total + of(one), 0)

describe("a task for an agent (mcp.md, B13)", () => {
  it("there are 67, each with an id of its own, and each value of a goal stands in it", () => {
    assert.strictEqual(new Set(tasks.map(({ id }) => id)).size, 67)
    for (const { goal, values = {} } of tasks)
      for (const value of Object.values(values)) assert.include(goal, String(value))
  })

  it.for(quick)("$id", async (task) => {
    const outcome = await runTask({ ...task, mutate: false }, world, sessions, "auto")
    outcomes.set(task.id, outcome)
    assertReached(task, outcome)
    assert.isAtMost(outcome.characters - outcome.listed, taskCharactersMax)
  })

  it("all together stay within their budget of calls and characters", () => {
    for (const [id, { calls, characters, repairs }] of outcomes) {
      console.log(
        `${id.padEnd(26)} ${String(calls).padStart(2)} calls ${String(characters).padStart(7)} characters ${repairs} repairs`
      )
    }
    const [calls, characters] = [sum((one) => one.calls), sum((one) => one.characters - one.listed)]
    console.log(
      `${outcomes.size} tasks: ${calls} calls, ${characters} characters, ${sum((one) => one.repairs)} repairs`
    )
    assert.strictEqual(outcomes.size, quick.length)
    assert.isAtMost(calls, callsMax)
    assert.isAtMost(characters, charactersMax)
  })
})
