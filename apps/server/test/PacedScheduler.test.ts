/**
 * The scheduler of what serves requests (decisions, Limits): how much of it runs before the event loop looks for other requests.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import { makePacedImmediate } from "../src/platform/listener/PacedScheduler.ts"

/** A loop whose turns and clock the test moves. */
const makeLoop = () => {
  const turns: Array<() => void> = []
  const ran: Array<string> = []
  let nowMs = 0
  const immediate = makePacedImmediate(
    (run) => turns.push(run),
    () => nowMs
  )
  const work = (name: string, milliseconds: number) => () => {
    ran.push(name)
    nowMs += milliseconds
  }
  /** Runs the next turn, and gives what has run in it. */
  const turn = () => {
    const [next] = turns.splice(0, 1)
    next?.()
    return ran.splice(0)
  }
  return { immediate, work, turn, waiting: () => turns.length }
}

describe("the paced scheduler", () => {
  it("continues what has yielded for 5 ms in a turn of the event loop, in its order (decisions, Limits)", () => {
    const { immediate, turn, waiting, work } = makeLoop()
    for (const name of ["a", "b", "c"]) immediate(work(name, 1))
    for (const name of ["d", "e"]) immediate(work(name, 8))
    immediate(work("f", 1))
    assert.deepStrictEqual([turn(), turn(), turn()], [["a", "b", "c", "d"], ["e"], ["f"]])
    assert.strictEqual(waiting(), 0)
  })

  it("runs what yields meanwhile in a later turn, after all that waited before (decisions, Limits)", () => {
    const { immediate, turn, work } = makeLoop()
    immediate(() => {
      work("a", 6)()
      immediate(work("a again", 1))
    })
    immediate(work("b", 1))
    assert.deepStrictEqual([turn(), turn(), turn()], [["a"], ["b", "a again"], []])
  })

  it("runs nothing that is cancelled (decisions, Limits)", () => {
    const { immediate, turn, work } = makeLoop()
    const cancel = immediate(work("a", 1))
    immediate(work("b", 1))
    cancel()
    assert.deepStrictEqual(turn(), ["b"])
  })

  it.effect("gives the event loop a turn between two pieces of different fibers (decisions, Limits)", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const piece = (name: string) =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => {
            const endMs = performance.now() + 6
            while (performance.now() < endMs);
            events.push(name)
            setImmediate(() => events.push("loop"))
          })
        )
      yield* Effect.all([piece("a"), piece("b"), piece("c")], { concurrency: "unbounded" }).pipe(
        Effect.provideService(Scheduler.Scheduler, new Scheduler.MixedScheduler("async", makePacedImmediate()))
      )
      assert.deepStrictEqual(events.slice(0, 5), ["a", "loop", "b", "loop", "c"])
    })
  )
})
