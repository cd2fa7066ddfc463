/**
 * The cost of a hire: the fee that the domain chooses among those of the agency, or of the terms of the application, and the request that expects exactly that
 * fee. A choice that does not fit is reported with the fees to choose from.
 */
import { Fee } from "@partner-api/domain/AgencyFees"
import { chooseFee } from "@partner-api/domain/HireFee"
import type { Money } from "@partner-api/domain/Money"
import { feesOfHire } from "@partner-api/domain/Terms"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AgencyFees, Application, Hire, NewHire } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { feeText } from "../fees/FeeText.ts"
import { costText } from "./ApplicationText.ts"
import { notPossible, possibleActions } from "./PossibleActions.ts"

/** The terms of a hire on the command line. Fees are counted from 1, as `partner fees get` shows them. */
export interface HireTerms {
  readonly startDate: string
  readonly salary: Money
  /** The amount that a percentage is taken of, in the currency of the salary. */
  readonly feeBaseCents: number | undefined
  readonly fee: number | undefined
}

/** A hire as it is sent, and as it will be kept. */
export interface PricedHire {
  readonly request: NewHire
  readonly hire: Hire
}

const isFee = Schema.is(Fee)

const priced = (fees: AgencyFees, { fee: number, feeBaseCents, salary, startDate }: HireTerms) => {
  const terms = {
    start_date: startDate,
    base_salary_cents: salary.amount,
    ...(feeBaseCents === undefined ? {} : { fee_base_cents: feeBaseCents }),
    currency: salary.currency
  }
  const choice = { ...terms, ...(number === undefined ? {} : { custom_fee: number - 1 }) }
  return Result.map(chooseFee(fees, choice), (chosen): PricedHire => ({
    request: { ...terms, expected_fee: chosen.fee },
    hire: { ...terms, ...chosen }
  }))
}

/** The custom fees with their numbers, and what the hire costs under each. */
const choicesOf = (fees: AgencyFees, terms: HireTerms): ReadonlyArray<string> =>
  fees.customFees.map((fee, index) => {
    const cost = isFee(fee) ? priced(fees, { ...terms, fee: index + 1 }) : undefined
    return `  ${index + 1}  ${cost !== undefined && Result.isSuccess(cost) ? costText(cost.success.hire) : feeText(fee)}`
  })

/** The custom fee that is meant; none when several could be, or none has the number. */
const namedFee = ({ customFees, optimizedFee }: AgencyFees, { fee: number }: HireTerms) =>
  optimizedFee || (number === undefined && customFees.length > 1) ? undefined : customFees[(number ?? 1) - 1]

/** Why the domain refuses the choice, and what to do. A state without hires is reported first: no fee would help. */
const explain = (application: Application, fees: AgencyFees, terms: HireTerms, message: string): CommandFailure => {
  if (possibleActions(application)?.includes("hire") === false) return notPossible(application, "hire")
  const { agency_id: agencyId } = application
  const { fee: number } = terms
  if (fees.optimizedFee) {
    return new CommandFailure({
      message: "The agency's optimized fee applies, so there is no custom fee to choose.",
      remedy: `Leave --fee out; or run partner fees set ${agencyId} --no-optimized first.`
    })
  }
  const count = fees.customFees.length
  if (count === 0) {
    return new CommandFailure({ message, remedy: `Set one, such as: partner fees set ${agencyId} --percent 20%` })
  }
  return namedFee(fees, terms) === undefined
    ? new CommandFailure({
        message:
          number === undefined
            ? `The agency has ${count} custom fees; say which one applies:`
            : `The agency has no fee ${number}; it has:`,
        choices: choicesOf(fees, terms),
        remedy: "Add --fee N, the number in front of the fee."
      })
    : new CommandFailure({ message, remedy: `Look at the salary, and at partner fees get ${agencyId}.` })
}

/** The fee of a hire and its cost. */
export const priceHire = (
  application: Application,
  agencyFees: AgencyFees,
  terms: HireTerms
): Result.Result<PricedHire, CommandFailure> => {
  const fees = feesOfHire(application.terms, agencyFees)
  const named = namedFee(fees, terms)
  // The client keeps what came later than this program as it is.
  return named === undefined || isFee(named)
    ? Result.mapError(priced(fees, terms), ({ message }) => explain(application, fees, terms, message))
    : Result.fail(
        new CommandFailure({
          message: `The fee is of a kind that this program does not know: ${feeText(named)}`,
          remedy: "Install a newer version of @partner-api/client."
        })
      )
}
