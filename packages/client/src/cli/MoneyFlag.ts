/**
 * A flag that takes an amount of money: `72000.00:EUR`.
 */
import { parseMoney } from "@partner-api/domain/Money"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"

/** The flag `--name AMOUNT:CURRENCY`. */
export const moneyFlag = (name: string, what: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(what),
    Flag.withMetavar("AMOUNT:CURRENCY"),
    Flag.mapEffect((text) =>
      Effect.mapError(
        Effect.fromResult(parseMoney(text)),
        (problem) => new CliError.ValidationError({ message: `--${name} ${problem}; it is ${JSON.stringify(text)}.` })
      )
    )
  )
