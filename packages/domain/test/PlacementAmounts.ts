/**
 * Random placements against exact rationals: amounts and refunds, and the days that they are counted from.
 */
import * as Result from "effect/Result"

import { amountOfHire, basisPointsMax } from "../src/AgencyFees.ts"
import { daysAfter, daysBetween } from "../src/CalendarDate.ts"
import { guaranteeDaysMax } from "../src/Guarantee.ts"
import { guaranteeEndOf, refundOf } from "../src/Refund.ts"
import { amountMax } from "../src/Money.ts"

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

/** Whether an amount is the integer nearest to a share, the larger of two. */
export const isNearest = (
  amount: number,
  share: { readonly of: number; readonly parts: number; readonly in: number }
) => {
  const difference = 2n * (BigInt(amount) * BigInt(share.in) - BigInt(share.of) * BigInt(share.parts))
  return -BigInt(share.in) < difference && difference <= BigInt(share.in)
}

const firstDay = "2023-12-01"

/** Counts the amounts and refunds of random placements, and gives those that are not exact to the minor unit. */
export const wrongAmounts = (placements: number): ReadonlyArray<unknown> => {
  const next = makeNumbers(20_260_301)
  const wrong: Array<unknown> = []
  for (let count = 0; count < placements; count++) {
    const base = next() % 100 === 0 ? amountMax : (next() * 2 ** (next() % 9)) % (amountMax + 1)
    const feeBasisPoints = next() % (basisPointsMax + 1)
    const amount = Result.getOrThrow(amountOfHire({ feeType: "PERCENTAGE_FEE", feeBasisPoints }, base))
    const days = 1 + (next() % guaranteeDaysMax)
    // The days go over two leap days and every end of a month.
    const start = daysAfter(firstDay, next() % 1_600)
    const left = next() % (days + 1)
    const on = daysAfter(start, days - left)
    const guarantee = { days, refund: "PRORATED" } as const
    const refund = refundOf(amount, guarantee, start, on)
    const isExact =
      isNearest(amount, { of: base, parts: feeBasisPoints, in: basisPointsMax }) &&
      isNearest(refund, { of: amount, parts: left, in: days }) &&
      refund <= amount &&
      daysBetween(on, guaranteeEndOf(start, guarantee)) === left &&
      refundOf(amount, guarantee, start, start) === amount &&
      refundOf(amount, guarantee, start, guaranteeEndOf(start, guarantee)) === 0
    if (!isExact) wrong.push({ base, feeBasisPoints, amount, days, start, on, refund })
  }
  return wrong
}
