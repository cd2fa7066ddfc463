/**
 * Shares of a salary as people write them: `20`, `20%`, `12.5 %` (decisions, Fees: command line and tools take and show "20%" too).
 *
 * Inside and on the wire a share is an integer of basis points ({@link PercentageFee}); here is the way to text and back. Digits are
 * moved, never divided: no floats.
 */
import * as Result from "effect/Result"

import { basisPointsMax } from "./AgencyFees.ts"

/** A basis point is a hundredth of a percent, so a percentage has at most two decimals. */
const decimalsMax = 2

/** More digits in front of the point are no percentage, whatever they are. */
const pattern = /^0*(\d{1,6})(?:\.(\d{1,20}))?\s*%?$/u

/** Reads a percentage as basis points: `12.5 %` is 1250. The error is a sentence about what to write instead. */
export const parsePercent = (text: string): Result.Result<number, string> => {
  const [, whole, decimals = ""] = pattern.exec(text.trim()) ?? []
  if (whole === undefined) return Result.fail("must be a percentage such as 20, 20% or 12.5%")
  if (decimals.length > decimalsMax) {
    return Result.fail(
      `must have at most ${decimalsMax} decimals: a hundredth of a percent is the smallest share there is`
    )
  }
  const basisPoints = Number(whole + decimals.padEnd(decimalsMax, "0"))
  return basisPoints > basisPointsMax ? Result.fail("must be from 0 to 100 percent") : Result.succeed(basisPoints)
}

/** Writes basis points as a percentage: 2000 is `20 %`, 1250 is `12.5 %`. */
export const formatPercent = (basisPoints: number): string => {
  const digits = String(basisPoints).padStart(decimalsMax + 1, "0")
  const decimals = digits.slice(-decimalsMax).replace(/0+$/u, "")
  return `${digits.slice(0, -decimalsMax)}${decimals === "" ? "" : `.${decimals}`} %`
}
