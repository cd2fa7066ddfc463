/**
 * Turns of requests (decisions, Limits): how many a client has at once, who is next, and for how long a request waits.
 */
import { assert, describe, it } from "@effect/vitest"
import { ClientId } from "@partner-api/domain/Ids"
import {
  clientTurnsMax,
  FairTurns,
  largeTurnsMax,
  nodeTurnsMax,
  type Turn,
  turnWaitMs
} from "@partner-api/service/services/access/FairTurns"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"

const idOf = (name: string) => ClientId.make(`cli_${name}`)
const [a, b, c] = [idOf("a"), idOf("b"), idOf("c")]

/** Asks for turns of a client. */
const takeTurns = (
  turns: FairTurns["Service"],
  clientId: ClientId,
  count: number,
  isLarge = false
): ReadonlyArray<Turn> => Array.from({ length: count }, () => turns.request(clientId, "jobs.list", isLarge))

const heldOf = (turns: ReadonlyArray<Turn>): ReadonlyArray<number> =>
  turns.flatMap(({ isHeld }, index) => (isHeld ? [index] : []))

describe("turns", () => {
  it.effect("are eight of a client at once, and each that ends makes room for the oldest (decisions, Limits)", () =>
    Effect.gen(function* () {
      const turns = takeTurns(yield* FairTurns, a, clientTurnsMax + 2)
      assert.deepStrictEqual(heldOf(turns), [0, 1, 2, 3, 4, 5, 6, 7])
      turns[3]?.end(false)
      assert.deepStrictEqual(heldOf(turns), [0, 1, 2, 4, 5, 6, 7, 8])
      // One that gives up waiting makes no room.
      turns[9]?.end(false)
      turns[0]?.end(false)
      assert.deepStrictEqual(heldOf(turns), [1, 2, 4, 5, 6, 7, 8])
    }).pipe(Effect.provide(FairTurns.layer))
  )

  it.effect("are two large ones of a client, which hold up no small one (decisions, Limits)", () =>
    Effect.gen(function* () {
      const service = yield* FairTurns
      const large = takeTurns(service, a, largeTurnsMax + 1, true)
      assert.deepStrictEqual(heldOf(large), [0, 1])
      const small = takeTurns(service, a, clientTurnsMax - largeTurnsMax)
      assert.strictEqual(heldOf(small).length, clientTurnsMax - largeTurnsMax)
      large[0]?.end(true)
      assert.deepStrictEqual(heldOf(large), [1, 2])
    }).pipe(Effect.provide(FairTurns.layer))
  )

  it.effect("count a request as large where the last of its kind was, until one is small (decisions, Limits)", () =>
    Effect.gen(function* () {
      const service = yield* FairTurns
      takeTurns(service, a, 1)[0]?.end(true)
      const [first, second, third] = takeTurns(service, a, 3)
      assert.deepStrictEqual([first?.isHeld, second?.isHeld, third?.isHeld], [true, true, false])
      // Another kind and another client are small.
      assert.isTrue(service.request(a, "users.list", false).isHeld)
      assert.strictEqual(heldOf(takeTurns(service, b, 3)).length, 3)
      first?.end(false)
      assert.isTrue(third?.isHeld)
      assert.strictEqual(heldOf(takeTurns(service, a, 3)).length, 3)
    }).pipe(Effect.provide(FairTurns.layer))
  )

  it.effect("go to the waiting clients one after the other (decisions, Limits)", () =>
    Effect.gen(function* () {
      const service = yield* FairTurns
      const others = Array.from({ length: nodeTurnsMax / clientTurnsMax }, (_, index) =>
        takeTurns(service, idOf(`other${index}`), clientTurnsMax)
      ).flat()
      assert.strictEqual(heldOf(others).length, nodeTurnsMax)
      const waiting = [...takeTurns(service, a, 3), ...takeTurns(service, b, 3), ...takeTurns(service, c, 1)]
      const order: Array<number> = []
      for (const turn of others.slice(0, waiting.length)) {
        turn.end(false)
        order.push(...heldOf(waiting).filter((index) => !order.includes(index)))
      }
      assert.deepStrictEqual(order, [0, 3, 6, 1, 4, 2, 5])
    }).pipe(Effect.provide(FairTurns.layer))
  )

  it.effect("are free for others while a request waits for an event (decisions, Limits)", () =>
    Effect.gen(function* () {
      const turns = takeTurns(yield* FairTurns, a, clientTurnsMax + 1)
      turns[0]?.pause()
      assert.isTrue(turns[clientTurnsMax]?.isHeld)
      // It goes on without a wait, and ends once.
      turns[0]?.resume()
      turns[0]?.end(false)
      turns[0]?.end(false)
      assert.strictEqual(heldOf(turns).length, clientTurnsMax)
    }).pipe(Effect.provide(FairTurns.layer))
  )

  it.effect("let others begin first where the last request of the kind held the event loop (decisions, Limits)", () =>
    Effect.gen(function* () {
      const service = yield* FairTurns
      const [first, second] = takeTurns(service, a, 2)
      first?.recordBlocking(4.9)
      assert.isFalse(second?.yieldsFirst)
      first?.recordBlocking(5)
      const [other] = takeTurns(service, b, 1)
      const anotherKind = service.request(a, "jobs.get", false)
      assert.deepStrictEqual(
        [second, ...takeTurns(service, a, 1), other, anotherKind].map((turn) => turn?.yieldsFirst),
        [true, true, false, false]
      )
      // Until one of the kind is quick again.
      second?.recordBlocking(1)
      assert.isFalse(takeTurns(service, a, 1)[0]?.yieldsFirst)
    }).pipe(Effect.provide(FairTurns.layer))
  )

  it.effect("are waited for five seconds, then the request is refused (decisions, Limits)", () =>
    Effect.gen(function* () {
      const turns = takeTurns(yield* FairTurns, a, clientTurnsMax + 2)
      const waiters = yield* Effect.forEach(turns.slice(clientTurnsMax), ({ wait }) =>
        Effect.forkChild(Effect.result(wait), { startImmediately: true })
      )
      yield* TestClock.adjust(turnWaitMs - 1)
      turns[0]?.end(false)
      yield* TestClock.adjust(1)
      const [first, second] = yield* Effect.forEach(waiters, Fiber.join)
      assert.isTrue(first !== undefined && Result.isSuccess(first))
      assert.strictEqual(second !== undefined && Result.isFailure(second) && second.failure.code, "rate_limited")
    }).pipe(Effect.provide(FairTurns.layer))
  )
})
