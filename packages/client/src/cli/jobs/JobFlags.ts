/**
 * The members of a job as flags. A salary is an amount with its currency, `60000.00:EUR`; the flags of the other members follow from their schemas.
 */
import { optionalJobMembers } from "@partner-api/domain/JobWrites"
import { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
import type { Money } from "@partner-api/domain/Money"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"
import { optionalFlags, type OptionalValues } from "../MemberFlags.ts"
import { moneyFlag } from "../MoneyFlag.ts"

/** The members that have flags of their own. */
const amounts = ["salary_min_cents", "salary_max_cents", "currency"] as const

/** The members that a job may have, but the reason of a close: `partner jobs close` has it. */
const members = Struct.omit(optionalJobMembers, ["close_reason"])

/** The names of the members that `--clear` removes. */
export const clearable = Struct.keys(members)

/** The flags of the members that a job may have. */
export const jobFlags = {
  members: optionalFlags(Struct.omit(members, [...amounts, "questions"])),
  salaryMin: moneyFlag("salary-min", "The lowest salary of the period: 60000.00:EUR").pipe(Flag.optional),
  salaryMax: moneyFlag("salary-max", "The highest salary of the period, in the same currency").pipe(Flag.optional),
  access: Flag.Literals("agency-access", AgencyAccess.literals).pipe(
    Flag.withDescription("Which agencies see the job: ALL, or those that are ASSIGNED to it"),
    Flag.optional
  )
}

/** The values of these flags. */
export interface JobInput {
  readonly members: OptionalValues
  readonly salaryMin: Option.Option<Money>
  readonly salaryMax: Option.Option<Money>
  readonly access: Option.Option<AgencyAccess>
}

/** The members that the command line has of those that a job may have. Fails when two salaries have two currencies. */
export const jobMembersOf = Effect.fnUntraced(function* ({ access, members, salaryMax, salaryMin }: JobInput) {
  const salaries = [...Option.toArray(salaryMin), ...Option.toArray(salaryMax)]
  const [currency, other] = new Set(salaries.map((salary) => salary.currency))
  if (other !== undefined) {
    return yield* new CliError.ValidationError({
      message: `--salary-min is in ${currency} and --salary-max in ${other}. Give both in one currency.`
    })
  }
  return {
    ...Record.getSomes(members),
    ...Record.getSomes({ agency_access: access }),
    ...Option.match(salaryMin, { onNone: () => ({}), onSome: ({ amount }) => ({ salary_min_cents: amount }) }),
    ...Option.match(salaryMax, { onNone: () => ({}), onSome: ({ amount }) => ({ salary_max_cents: amount }) }),
    ...(currency === undefined ? {} : { currency })
  }
})
