/**
 * Whether a policy that sees only what a model sees reaches 35 goals with the real program on the real server (mcp.md, B13), and whether
 * refusals of wrong calls say enough to mend them (B14). Prints the figures.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { makeSessions } from "./Conversation.ts"
import type { Kind } from "./Mutation.ts"
import { assertReached } from "./Reached.ts"
import { type Outcome, runTask } from "./Run.ts"
import { tasks } from "./Tasks.ts"
import { startWorld, type World } from "./World.ts"

/** What all tasks together may cost: a ratchet, a little over what was measured. */
const callsMax = 110
const charactersMax = 715_000
/** The dearest task walks through 250 jobs. */
const taskCharactersMax = 95_000
/** The number of wrong calls that must be mended in one step. */
const mendedShareMin = 0.95
/** The number of refusals that must name the place of the mistake. */
const namedShareMin = 0.95
/** Fewer than these would prove little. */
const mutationsMin = 100

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
  it("there are thirty-five, each with an id of its own, and what a goal is said to say stands in it", () => {
    assert.strictEqual(new Set(tasks.map(({ id }) => id)).size, 35)
    for (const { goal, said = {} } of tasks)
      for (const value of Object.values(said)) assert.include(goal, String(value))
  })

  it.for(tasks)("$id", async (task) => {
    const outcome = await runTask(task, world, sessions, "auto")
    outcomes.set(task.id, outcome)
    assertReached(task, outcome)
    assert.isAtMost(outcome.characters, taskCharactersMax)
  })

  it("all together stay within their budget of calls and characters", () => {
    for (const [id, { calls, characters, repairs }] of outcomes) {
      console.log(
        `${id.padEnd(26)} ${String(calls).padStart(2)} calls ${String(characters).padStart(7)} characters ${repairs} repairs`
      )
    }
    const [calls, characters] = [sum((one) => one.calls), sum((one) => one.characters)]
    console.log(
      `${outcomes.size} tasks: ${calls} calls, ${characters} characters, ${sum((one) => one.repairs)} repairs`
    )
    assert.strictEqual(outcomes.size, tasks.length)
    assert.isAtMost(calls, callsMax)
    assert.isAtMost(characters, charactersMax)
  })
})

describe("wrong calls (mcp.md, B14)", () => {
  const all = () => [...outcomes.values()].flatMap(({ mutations }) => mutations)
  const told = (some: ReturnType<typeof all>) =>
    some
      .map(({ task, kind, tool, wrong, text }) => `${task} ${kind}: ${tool} ${JSON.stringify(wrong)}\n  ${text}`)
      .join("\n")

  it("are refused, every one", () => {
    assert.isAtLeast(all().length, mutationsMin)
    const done = all().filter(({ isRefused }) => !isRefused)
    assert.strictEqual(done.length, 0, told(done))
  })

  it("are told the place of their mistake, at least 95 of 100", () => {
    const unnamed = all().filter(({ isNamed }) => !isNamed)
    console.log(`${all().length - unnamed.length} of ${all().length} refusals name the place`)
    assert.isAtMost(unnamed.length / all().length, 1 - namedShareMin, told(unnamed))
  })

  it("are mended in one step by what the refusal says, at least 95 of 100", () => {
    const kinds = Map.groupBy(all(), ({ kind }): Kind => kind)
    for (const [kind, some] of kinds) {
      console.log(
        `${kind.padEnd(9)} ${some.filter(({ isMended }) => isMended).length} of ${some.length} mended in one step`
      )
    }
    const mended = all().filter(({ isMended }) => isMended).length
    console.log(`all       ${mended} of ${all().length}: ${((100 * mended) / all().length).toFixed(1)} %`)
    assert.isAtLeast(mended / all().length, mendedShareMin, told(all().filter(({ isMended }) => !isMended)))
  })
})
