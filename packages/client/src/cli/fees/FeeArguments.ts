/**
 * The custom fees of a command line: `--percent`, `--flat` and `--note`, any number of times. Their order is the order of the fees,
 * and a note belongs to the fee before it.
 *
 * The parser of commands keeps the values of each flag apart, so the order between them is read from the arguments themselves.
 */
import { parseMoney } from "@partner-api/domain/Money"
import { parsePercent } from "@partner-api/domain/Percent"
import * as Result from "effect/Result"
import type { Fee } from "../../core/Model.ts"

/** The values of the three flags, each in its order. */
export interface FeeFlags {
  readonly percent: ReadonlyArray<string>
  readonly flat: ReadonlyArray<string>
  readonly note: ReadonlyArray<string>
}

const flag = /^--(percent|flat|note)(=|$)/u

/** The flags as they follow each other. What begins with `--` is never the value of another flag, so none is counted that is one. */
const orderOf = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf("--")
  return (end < 0 ? args : args.slice(0, end)).flatMap((arg) => flag.exec(arg)?.[1] ?? [])
}

const feeOf = (kind: string, value: string): Result.Result<Fee, string> =>
  kind === "percent"
    ? Result.map(parsePercent(value), (feeBasisPoints) => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints }))
    : Result.map(parseMoney(value), ({ amount, currency }) => ({ feeType: "FLAT_FEE", currency, feeCents: amount }))

/** Reads the fees of a command line. What is wrong is a sentence that names the flag. */
export const readFees = (args: ReadonlyArray<string>, flags: FeeFlags): Result.Result<ReadonlyArray<Fee>, string> => {
  const values = { percent: [...flags.percent], flat: [...flags.flat], note: [...flags.note] }
  const fees: Array<Fee> = []
  for (const kind of orderOf(args)) {
    const value = (kind === "percent" ? values.percent : kind === "flat" ? values.flat : values.note).shift() ?? ""
    if (kind !== "note") {
      const fee = feeOf(kind, value)
      if (Result.isFailure(fee)) return Result.fail(`--${kind} ${fee.failure}; it is ${JSON.stringify(value)}.`)
      fees.push(fee.success)
      continue
    }
    const last = fees.pop()
    if (last === undefined)
      return Result.fail("--note belongs to the --percent or --flat before it, and there is none.")
    if (last.note !== undefined) return Result.fail("--note is given twice for one fee.")
    fees.push({ ...last, note: value })
  }
  return Result.succeed(fees)
}
