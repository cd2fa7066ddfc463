/**
 * The members of a job as flags, and what they say as the API takes it.
 */
import { EmploymentType } from "@partner-api/domain/Job"
import { NewJob } from "@partner-api/domain/JobWrites"
import type { Money } from "@partner-api/domain/Money"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import { textFlag } from "../Inputs.ts"
import { moneyFlag } from "../MoneyFlag.ts"

const { fields } = NewJob

export const title = textFlag("title", "TEXT", "The title").pipe(Flag.withSchema(fields.title))
export const description = textFlag("description", "TEXT", "What the job is").pipe(Flag.withSchema(fields.description))

/** The members that a job need not have. */
export const optionalMembers = {
  location: textFlag("location", "PLACE", "Where the work is").pipe(
    Flag.withSchema(fields.location.schema),
    Flag.optional
  ),
  employmentType: Flag.Literals("employment-type", EmploymentType.literals).pipe(
    Flag.withDescription("The kind of contract"),
    Flag.optional
  ),
  openings: Flag.Int("openings").pipe(
    Flag.withDescription("How many people are wanted"),
    Flag.withMetavar("N"),
    Flag.withSchema(fields.openings.schema),
    Flag.optional
  ),
  salaryMin: moneyFlag("salary-min", "The lowest salary of a year: 60000.00:EUR").pipe(Flag.optional),
  salaryMax: moneyFlag("salary-max", "The highest salary of a year, in the same currency").pipe(Flag.optional),
  externalId: textFlag("external-id", "ID", "What your own system calls the job").pipe(
    Flag.withSchema(fields.external_id.schema),
    Flag.optional
  )
}

/** What the flags of the optional members say. */
export interface OptionalMembers {
  readonly location: Option.Option<string>
  readonly employmentType: Option.Option<(typeof EmploymentType.literals)[number]>
  readonly openings: Option.Option<number>
  readonly salaryMin: Option.Option<Money>
  readonly salaryMax: Option.Option<Money>
  readonly externalId: Option.Option<string>
}

/** The optional members that are given. Fails when two salaries have two currencies. */
export const membersOf = Effect.fnUntraced(function* (given: OptionalMembers) {
  const salaries = [...Option.toArray(given.salaryMin), ...Option.toArray(given.salaryMax)]
  const [currency, other] = new Set(salaries.map((salary) => salary.currency))
  if (other !== undefined) {
    return yield* new CliError.ValidationError({
      message: `--salary-min is in ${currency} and --salary-max in ${other}. Give both in one currency.`
    })
  }
  return {
    ...Record.getSomes({ location: given.location, external_id: given.externalId }),
    ...Option.match(given.employmentType, { onNone: () => ({}), onSome: (kind) => ({ employment_type: kind }) }),
    ...Option.match(given.openings, { onNone: () => ({}), onSome: (openings) => ({ openings }) }),
    ...Option.match(given.salaryMin, { onNone: () => ({}), onSome: ({ amount }) => ({ salary_min_cents: amount }) }),
    ...Option.match(given.salaryMax, { onNone: () => ({}), onSome: ({ amount }) => ({ salary_max_cents: amount }) }),
    ...(currency === undefined ? {} : { currency })
  }
})
