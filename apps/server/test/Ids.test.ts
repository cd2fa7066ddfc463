/**
 * Identifiers that the service makes (decisions, Resources): prefixed, sortable by time, and none to be guessed from another.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@partner-api/domain/Ids"
import { makeId, makeIdSequence, RandomBytes } from "@partner-api/service/crypto/Secrets"

// From 1970 to the year 10889, where ten characters of base 32 end.
const time = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 48 - 2 })))
const at = (timeMs: number) => Effect.andThen(TestClock.setTime(timeMs), makeId("job_"))

describe("an identifier that the service makes (decisions, Resources)", () => {
  it.effect.prop("keeps its prefix and is a valid identifier", { time }, ({ time }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(time)
      for (const prefix of ["org_", "job_", "usr_", "agy_", "app_", "cli_", "aud_"] as const) {
        const id = yield* makeId(prefix)
        assert.match(id, new RegExp(`^${prefix}[0-9A-HJKMNP-TV-Z]{26}$`))
        assert.isTrue(Schema.is(OrganizationId)(id))
      }
    })
  )

  it.effect.prop("sorts after those made a millisecond earlier, whatever the randomness", { time }, ({ time }) =>
    Effect.gen(function* () {
      const [id, later] = [yield* at(time), yield* at(time + 1)]
      assert.isTrue(id < later)
    })
  )

  it.effect("begins with its millisecond in ten characters of base 32", () =>
    Effect.gen(function* () {
      assert.match(yield* at(33), /^job_0000000011/)
      assert.match(yield* at(Date.UTC(2026, 0, 1)), /^job_01KDVDNA00/)
    })
  )

  it.effect("cannot be computed from another of its millisecond: they do not follow each other", () =>
    Effect.gen(function* () {
      const tails = yield* Effect.replicateEffect(
        Effect.map(makeId("usr_"), (id) => id.slice(-16, -4)),
        100
      )
      assert.strictEqual(new Set(tails).size, 100)
    })
  )
})

describe("identifiers of the audit log", () => {
  it.effect("sort as they were made, within a millisecond and when the clock is set back (decisions, Journal)", () =>
    Effect.gen(function* () {
      const next = makeIdSequence("aud_", yield* RandomBytes)
      yield* TestClock.setTime(1_000_000)
      const first = yield* Effect.replicateEffect(next, 100)
      yield* TestClock.setTime(999_000)
      assert.strictEqual(yield* Clock.currentTimeMillis, 999_000)
      const made = [...first, ...(yield* Effect.replicateEffect(next, 100))]
      assert.deepStrictEqual(made.toSorted(), made)
      assert.strictEqual(new Set(made).size, 200)
    })
  )
})
