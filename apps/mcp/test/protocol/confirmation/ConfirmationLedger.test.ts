/**
 * The ledger of confirmations within its bounds (mcp.md, 5.5): what it may forget, and what it must not.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  answersMax,
  ConfirmationLedger,
  noncesMax,
  shareMax
} from "../../../src/protocol/confirmation/ConfirmationLedger.ts"
import type { ToolAnswer } from "../../../src/protocol/tool/Tool.ts"

const answer = (value: number): ToolAnswer => ({ _tag: "Result", structured: { value } })
/** The same answer, to a repeated call. */
const replayed = (value: number): ToolAnswer => ({ _tag: "Result", structured: { value }, isReplayed: true })
const endMs = 300_000
const used = (nonce: string, principalId = "anna") => ({ nonce, principalId, expiresAtMs: endMs })

describe("the ledger of confirmations", () => {
  it.effect("keeps the last answers; of an older one it still knows that it was used", () =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      for (let nonce = 0; nonce <= answersMax; nonce++) {
        yield* ledger.run(used(String(nonce)), 0, Effect.succeed(answer(nonce)))
      }
      assert.deepStrictEqual(ledger.known("0"), { _tag: "Used" })
      const last = ledger.known(String(answersMax))
      assert.deepStrictEqual(last?._tag === "Answer" ? yield* last.answer : undefined, replayed(answersMax))
      const again = yield* Effect.flip(ledger.run(used("0"), 0, Effect.succeed(answer(0))))
      assert.strictEqual(again.error, "confirmation_replayed")
    }).pipe(Effect.provide(ConfirmationLedger.layer))
  )

  it.effect(
    "full of nonces that are still good it refuses writes, and forgets none; when they ended there is room",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ConfirmationLedger
        for (let nonce = 0; nonce < noncesMax; nonce++) {
          yield* ledger.spend(used(String(nonce), `p${nonce % 100}`), 0)
        }
        const refused = yield* Effect.flip(ledger.run(used("new"), endMs - 1, Effect.succeed(answer(1))))
        assert.strictEqual(refused.error, "too_many_writes")
        assert.deepStrictEqual(ledger.known("0"), { _tag: "Used" })
        assert.deepStrictEqual(
          yield* ledger.run({ ...used("new"), expiresAtMs: 2 * endMs }, endMs, Effect.succeed(answer(1))),
          answer(1)
        )
      }).pipe(Effect.provide(ConfirmationLedger.layer))
  )

  it.effect("full of the nonces of one principal it refuses that one alone, until they end", () =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      for (let nonce = 0; nonce < shareMax; nonce++) yield* ledger.spend(used(String(nonce)), 0)
      const refused = yield* Effect.flip(ledger.run(used("new"), endMs - 1, Effect.succeed(answer(1))))
      assert.strictEqual(refused.error, "too_many_writes")
      assert.deepStrictEqual(yield* ledger.run(used("other", "ben"), 0, Effect.succeed(answer(2))), answer(2))
      assert.deepStrictEqual(ledger.known("0"), { _tag: "Used" })
      const later = { ...used("new"), expiresAtMs: 2 * endMs }
      assert.deepStrictEqual(yield* ledger.run(later, endMs, Effect.succeed(answer(1))), answer(1))
    }).pipe(Effect.provide(ConfirmationLedger.layer))
  )

  it.effect("a write goes on when the caller that waits for it goes away, and a repeat gets its answer", () =>
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
      const first = yield* Effect.forkChild(ledger.run(used("n"), 0, write))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(first)
      const second = yield* Effect.forkChild(ledger.run(used("n"), 0, write))
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(second), replayed(1))
      assert.strictEqual(writes, 1)
    }).pipe(Effect.provide(ConfirmationLedger.layer))
  )
})
