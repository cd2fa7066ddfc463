/**
 * The queues of a client: who comes next, how many may wait, and what an aborted call leaves behind (README).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makePacer, type Pacer, queueMax } from "../../src/core/pacing/Pacer.ts"
import { underWayFirst } from "../../src/core/pacing/Pace.ts"

const limited = (remaining: number) => ({
  status: 200,
  headers: { "ratelimit-policy": `"default";q=10;w=1`, ratelimit: `"default";r=${remaining};t=1` }
})

let calls = 0

/** A call that has the time of the default deadline, made after those before it. */
const turn = (order = (calls += 1), leftMs = 90_000) => ({
  order,
  isReturning: false,
  leftMs: Effect.succeed(leftMs),
  onQueued: () => {}
})

/** A request that is answered at once; notes its name when it is sent. */
const request = (pacer: Pacer, sent: Array<string>, name: string, place = turn()) =>
  pacer.inTurn("primary", place, ({ onAnswer }) =>
    Effect.sync(() => {
      sent.push(name)
      onAnswer(limited(0))
    })
  )

/** Requests that are never answered: as many as may be sent before the limit is known. */
const occupy = (pacer: Pacer) =>
  Effect.forEach(
    Array.from({ length: underWayFirst }, () => pacer.inTurn("primary", turn(), () => Effect.never)),
    (one) => Effect.forkChild(one, { startImmediately: true })
  )

const fork = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

describe("a queue", () => {
  it.effect("sends calls in the order in which they were made, and so a retry first", () =>
    Effect.gen(function* () {
      const pacer = makePacer()
      const sent: Array<string> = []
      yield* occupy(pacer)
      const calls = [
        yield* fork(request(pacer, sent, "a")),
        yield* fork(request(pacer, sent, "b")),
        yield* fork(request(pacer, sent, "again", turn(0))),
        yield* fork(request(pacer, sent, "c"))
      ]
      assert.deepStrictEqual(sent, [])
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.joinAll(calls)
      assert.deepStrictEqual(sent, ["again", "a", "b", "c"])
    })
  )

  it.effect("goes on without a call that is aborted, whether it is the first or in the middle", () =>
    Effect.gen(function* () {
      const pacer = makePacer()
      const sent: Array<string> = []
      yield* occupy(pacer)
      const first = yield* fork(request(pacer, sent, "first"))
      const second = yield* fork(request(pacer, sent, "second"))
      const third = yield* fork(request(pacer, sent, "third"))
      const fourth = yield* fork(request(pacer, sent, "fourth"))
      yield* Fiber.interrupt(first)
      yield* Fiber.interrupt(third)
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.joinAll([second, fourth])
      assert.deepStrictEqual(sent, ["second", "fourth"])
    })
  )

  it.effect("sends the next as soon as an answer allows it", () =>
    Effect.gen(function* () {
      const pacer = makePacer()
      const sent: Array<string> = []
      const [one] = yield* occupy(pacer)
      const waiting = yield* fork(request(pacer, sent, "waiting"))
      assert.deepStrictEqual(sent, [])
      assert(one !== undefined)
      yield* Fiber.interrupt(one)
      // No time has passed.
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(sent, ["waiting"])
    })
  )

  it.effect(`holds ${queueMax} calls and no more`, () =>
    Effect.gen(function* () {
      const pacer = makePacer()
      const sent: Array<string> = []
      yield* occupy(pacer)
      const calls = yield* Effect.forEach(Array.from({ length: queueMax }, String), (name) =>
        fork(request(pacer, sent, name))
      )
      const failure = yield* Effect.flip(request(pacer, sent, "one too many"))
      assert.strictEqual(failure.tag, "QueueFull")
      assert.strictEqual(failure.outcome, "not_sent")
      const [first] = calls
      assert(first !== undefined)
      yield* Fiber.interrupt(first)
      const last = yield* fork(request(pacer, sent, "last"))
      assert.isUndefined(last.pollUnsafe())
      yield* Fiber.interruptAll([...calls, last])
      assert.deepStrictEqual(sent, [])
    })
  )

  it.effect("of one token does not hold up another token", () =>
    Effect.gen(function* () {
      const pacer = makePacer()
      yield* occupy(pacer)
      assert.strictEqual(yield* pacer.inTurn("organization:org_1", turn(), () => Effect.succeed("sent")), "sent")
    })
  )

  it.effect("fails a call at once that would have to wait longer than it may take", () =>
    Effect.gen(function* () {
      const pacer = makePacer()
      const sent: Array<string> = []
      yield* pacer.inTurn("primary", turn(), ({ onRefused }) => Effect.sync(() => onRefused(40_000)))
      const failure = yield* Effect.flip(request(pacer, sent, "hasty", turn(undefined, 30_000)))
      assert.strictEqual(failure.tag, "RateLimited")
      assert.strictEqual(failure.outcome, "not_sent")
      assert.strictEqual(failure.retryAfterMs, 40_000)
      const patient = yield* fork(request(pacer, sent, "patient"))
      yield* TestClock.adjust("41 seconds")
      yield* Fiber.join(patient)
      assert.deepStrictEqual(sent, ["patient"])
    })
  )
})
