/**
 * The ledger of confirmations within its bounds (mcp.md, 5.5): what it may forget, and what it must not.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { answersMax, ConfirmationLedger, noncesMax } from "../src/protocol/ConfirmationLedger.ts"
import type { ToolAnswer } from "../src/protocol/Tool.ts"

const answer = (value: number): ToolAnswer => ({ _tag: "Result", structured: { value } })
const endMs = 300_000

describe("the ledger of confirmations", () => {
  it.effect("keeps the last answers; of an older one it still knows that it was used", () =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      for (let nonce = 0; nonce <= answersMax; nonce++) {
        yield* ledger.run(String(nonce), endMs, 0, Effect.succeed(answer(nonce)))
      }
      assert.deepStrictEqual(ledger.known("0"), { _tag: "Used" })
      const last = ledger.known(String(answersMax))
      assert.deepStrictEqual(last?._tag === "Answer" ? yield* last.answer : undefined, answer(answersMax))
      const again = yield* Effect.flip(ledger.run("0", endMs, 0, Effect.succeed(answer(0))))
      assert.strictEqual(again.error, "confirmation_replayed")
    }).pipe(Effect.provide(ConfirmationLedger.layer))
  )

  it.effect(
    "full of nonces that are still good it refuses writes, and forgets none; when they ended there is room",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ConfirmationLedger
        for (let nonce = 0; nonce < noncesMax; nonce++) yield* ledger.spend(String(nonce), endMs, 0)
        const refused = yield* Effect.flip(ledger.run("new", endMs, endMs - 1, Effect.succeed(answer(1))))
        assert.strictEqual(refused.error, "too_many_writes")
        assert.deepStrictEqual(ledger.known("0"), { _tag: "Used" })
        assert.deepStrictEqual(yield* ledger.run("new", 2 * endMs, endMs, Effect.succeed(answer(1))), answer(1))
      }).pipe(Effect.provide(ConfirmationLedger.layer))
  )

  it.effect("a write goes on when whoever waits for it goes away, and a repeat gets its answer", () =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      const gate = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      let writes = 0
      const write = Effect.gen(function* () {
        writes++
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(gate)
        return answer(writes)
      })
      const first = yield* Effect.forkChild(ledger.run("n", endMs, 0, write))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(first)
      const second = yield* Effect.forkChild(ledger.run("n", endMs, 0, write))
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(second), answer(1))
      assert.strictEqual(writes, 1)
    }).pipe(Effect.provide(ConfirmationLedger.layer))
  )
})
