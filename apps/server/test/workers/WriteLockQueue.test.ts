/**
 * Who of several processes may write to one database file (docs/decisions, 43).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeWriteLockQueue } from "../../src/platform/workers/WriteLockQueue.ts"

const makeWriters = () => {
  const queue = makeWriteLockQueue()
  const given: Array<string> = []
  const want = (owner: number, turn: number) =>
    queue.want({ owner, turn, give: () => void given.push(`${owner}.${turn}`) })
  return { queue, given, want }
}

describe("the turn to write", () => {
  it("is given to one at a time, in the order in which they came (decisions, 43)", () => {
    const { given, queue, want } = makeWriters()
    want(1, 1)
    want(2, 1)
    want(1, 2)
    assert.deepStrictEqual(given, ["1.1"])
    queue.end(1, 1)
    assert.deepStrictEqual(given, ["1.1", "2.1"])
    queue.end(2, 1)
    assert.deepStrictEqual(given, ["1.1", "2.1", "1.2"])
    queue.end(1, 2)
    want(2, 2)
    assert.deepStrictEqual(given, ["1.1", "2.1", "1.2", "2.2"])
  })

  it("passes over one that has given up the wait, or is gone with it (decisions, 43)", () => {
    const { given, queue, want } = makeWriters()
    want(1, 1)
    want(2, 1)
    want(3, 1)
    queue.end(2, 1)
    queue.leave(1)
    assert.deepStrictEqual(given, ["1.1", "3.1"])
    queue.end(1, 1)
    queue.leave(2)
    want(1, 2)
    assert.deepStrictEqual(given, ["1.1", "3.1"], "an end that was reported twice ends nobody else's turn")
    queue.leave(3)
    assert.deepStrictEqual(given, ["1.1", "3.1", "1.2"])
  })

  it("is held for as long as a scope, and a wait for it can be interrupted (decisions, 43)", async () => {
    const { given, queue, want } = makeWriters()
    await Effect.runPromise(
      Effect.gen(function* () {
        yield* Effect.scoped(
          Effect.andThen(
            queue.own,
            Effect.sync(() => want(1, 1))
          )
        )
        assert.deepStrictEqual(given, ["1.1"])
        const waiting = yield* Effect.forkChild(Effect.scoped(queue.own), { startImmediately: true })
        want(2, 1)
        yield* Fiber.interrupt(waiting)
        queue.end(1, 1)
        assert.deepStrictEqual(given, ["1.1", "2.1"])
      })
    )
  })
})
