/**
 * A million hires against exact rationals (decisions, Fees): no amount is off by a minor unit, however large the salary.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { amountOfHire, basisPointsMax } from "../src/AgencyFees.ts"
import { amountMax } from "../src/Money.ts"

const hires = 1_000_000

/** Numbers from 0 to 2^32 - 1, the same in every run (xorshift32). */
const makeNumbers = (seed: number) => {
  let state = seed
  return (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** The half-up rounding of a share as it is defined: the integer nearest to it, the larger of two. */
const isNearest = (amount: number, salaryCents: number, basisPoints: number): boolean => {
  const whole = BigInt(basisPointsMax)
  const difference = 2n * (BigInt(amount) * whole - BigInt(salaryCents) * BigInt(basisPoints))
  return -whole < difference && difference <= whole
}

describe("the amount of a hire", () => {
  it(`is exact to the minor unit for ${hires} random hires`, () => {
    const next = makeNumbers(20_260_301)
    // Some salaries need more than 32 bits, and some are as large as they may be.
    const salaryOf = (): number => {
      const salary = next() * 2 ** (next() % 9) + (next() % 256)
      return next() % 100 === 0 ? amountMax : salary % (amountMax + 1)
    }
    const wrong: Array<readonly [number, number, number]> = []
    for (let hire = 0; hire < hires; hire++) {
      const [salaryCents, feeBasisPoints] = [salaryOf(), next() % (basisPointsMax + 1)]
      const amount = Result.getOrThrow(amountOfHire({ feeType: "PERCENTAGE_FEE", feeBasisPoints }, salaryCents))
      if (!isNearest(amount, salaryCents, feeBasisPoints)) wrong.push([salaryCents, feeBasisPoints, amount])
    }
    assert.deepStrictEqual(wrong.slice(0, 3), [])
  })

  it("would be seen to be wrong with floating point (negative control)", () => {
    // Half of 0.57: a product of doubles falls short of it.
    assert.isTrue(
      isNearest(Result.getOrThrow(amountOfHire({ feeType: "PERCENTAGE_FEE", feeBasisPoints: 5_800 }, 25)), 25, 5_800)
    )
    assert.isFalse(isNearest(14, 25, 5_800))
  })
})
