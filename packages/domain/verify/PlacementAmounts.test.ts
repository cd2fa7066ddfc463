/**
 * A million placements against exact rationals (recruiting 8). Its twin in `test` counts some thousands.
 */
import { assert, describe, it } from "@effect/vitest"
import { wrongAmounts } from "../test/PlacementAmounts.ts"

const placements = 1_000_000

describe("the amounts of placements (recruiting 8)", () => {
  it(`are exact to the minor unit for ${placements} random ones`, () =>
    assert.deepStrictEqual(wrongAmounts(placements).slice(0, 3), []))
})
