/**
 * Whether each task of an agent is done (mcp.md, B13), and whether refusals of wrong calls say enough to mend them (B14): each call of the
 * tasks is broken in several ways. Prints the figures.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { makeSessions } from "../test/tasks/Conversation.ts"
import type { Kind } from "../test/tasks/Mutation.ts"
import { type Outcome, runTask } from "../test/tasks/Run.ts"
import { assertReached } from "../test/tasks/Reached.ts"
import type { Task } from "../test/tasks/Task.ts"
import { tasks } from "../test/tasks/Tasks.ts"
import { startWorld, type World } from "../test/tasks/World.ts"

/** The number of wrong calls that must be mended in one step. */
const mendedShareMin = 0.99
/** The number of refusals that must name the place of the mistake. */
const namedShareMin = 0.99
/** Fewer than these would prove little. */
const mutationsMin = 400

const outcomes = new Map<Task, Outcome>()
let world: World
const sessions = makeSessions()

beforeAll(async () => {
  world = await startWorld()
  for (const task of tasks) outcomes.set(task, await runTask(task, world, sessions, "auto"))
}, 300_000)
afterAll(async () => {
  await sessions[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

describe("a task for an agent, the slow ones too (mcp.md, B13)", () => {
  it.for(tasks)("$id", (task) => {
    const outcome = outcomes.get(task)
    assert.isDefined(outcome)
    assertReached(task, outcome)
  })
})

describe("wrong calls (mcp.md, B14)", () => {
  const all = () => [...outcomes.values()].flatMap(({ mutations }) => mutations)
  const listingOf = (some: ReturnType<typeof all>) =>
    some
      .map(({ task, kind, tool, wrong, text }) => `${task} ${kind}: ${tool} ${JSON.stringify(wrong)}\n  ${text}`)
      .join("\n")

  it("are refused, every one", () => {
    assert.isAtLeast(all().length, mutationsMin)
    const done = all().filter(({ isRefused }) => !isRefused)
    assert.strictEqual(done.length, 0, listingOf(done))
  })

  it("get the place of their mistake, at least 99 of 100", () => {
    const unnamed = all().filter(({ isNamed }) => !isNamed)
    console.log(`${all().length - unnamed.length} of ${all().length} refusals name the place`)
    assert.isAtMost(unnamed.length / all().length, 1 - namedShareMin, listingOf(unnamed))
  })

  it("are mended in one step by what the refusal says, at least 99 of 100", () => {
    const kinds = Map.groupBy(all(), ({ kind }): Kind => kind)
    for (const [kind, some] of kinds) {
      console.log(
        `${kind.padEnd(9)} ${some.filter(({ isMended }) => isMended).length} of ${some.length} mended in one step`
      )
    }
    const mended = all().filter(({ isMended }) => isMended).length
    console.log(`all       ${mended} of ${all().length}: ${((100 * mended) / all().length).toFixed(1)} %`)
    assert.isAtLeast(mended / all().length, mendedShareMin, listingOf(all().filter(({ isMended }) => !isMended)))
  })
})
