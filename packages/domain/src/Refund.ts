/**
 * The refund of an agency under a guarantee when the person leaves (recruiting 8), and the last day of the guarantee. Days are those of UTC, and amounts are exact
 * integers of minor units.
 */
import { daysAfter, daysBetween } from "./CalendarDate.ts"
import type { Guarantee } from "./Guarantee.ts"

/** The last day of a guarantee. */
export const guaranteeEndOf = (startDate: string, { days }: Guarantee): string => daysAfter(startDate, days)

/** A share of an amount, half a minor unit rounded up. */
const shareOf = (cents: number, days: number, ofDays: number): number =>
  Number((2n * BigInt(cents) * BigInt(days) + BigInt(ofDays)) / (2n * BigInt(ofDays)))

/**
 * The part of an amount that is owed back when the person leaves on a day, in minor units. `on` is a day from the start to the last of the guarantee: leaving on the
 * first day gives all back, leaving on the last nothing.
 */
export const refundOf = (amountCents: number, guarantee: Guarantee, startDate: string, on: string): number => {
  switch (guarantee.refund) {
    case "FULL":
      return amountCents
    case "PRORATED":
      return shareOf(amountCents, daysBetween(on, guaranteeEndOf(startDate, guarantee)), guarantee.days)
    case "NONE":
      return 0
  }
}
