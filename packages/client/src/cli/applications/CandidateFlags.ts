/**
 * The facts of a candidate as flags: `--salary-expectation 72000.00:EUR`, `--work-country DE`. The flags of members that are one value follow
 * from their schemas; the schema of a candidate checks them all.
 */
import { NewCandidate } from "@partner-api/domain/Candidate"
import { SalaryPeriod } from "@partner-api/domain/Job"
import type { Money } from "@partner-api/domain/Money"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { textFlag } from "../Inputs.ts"
import { optionalFlags, type OptionalValues, recordOf } from "../MemberFlags.ts"
import { moneyFlag } from "../MoneyFlag.ts"

const { salary_expectation, work_authorization, links, ...others } = Struct.pick(NewCandidate.fields, [
  "phone_country",
  "salary_expectation",
  "available_from",
  "notice_period_days",
  "work_authorization",
  "current_title",
  "current_company",
  "links"
])

const decode = strictDecoder(Schema.Struct({ salary_expectation, work_authorization, links, ...others }))

/** The flags of the members that a candidate may have. */
export const candidateFlags = {
  members: optionalFlags(others),
  salary: moneyFlag("salary-expectation", "The salary that the person expects: 72000.00:EUR").pipe(Flag.optional),
  salaryPeriod: Flag.Literals("salary-period", SalaryPeriod.literals).pipe(
    Flag.withDescription("The time that the expected salary is for; a year without it"),
    Flag.optional
  ),
  workCountry: textFlag("work-country", "CODE", "A country in which the person may work, as ISO 3166-1 alpha-2").pipe(
    Flag.optional
  ),
  needsSponsorship: Flag.Boolean("needs-sponsorship").pipe(
    Flag.withDescription("An employer in that country has to sponsor the permit"),
    Flag.withDefault(false)
  ),
  links: textFlag("link", "URL", "A page of the person's work, an https: address; may be given again").pipe(
    Flag.atLeast(0)
  )
}

/** The values of these flags. */
interface CandidateInput {
  readonly members: OptionalValues
  readonly salary: Option.Option<Money>
  readonly salaryPeriod: Option.Option<SalaryPeriod>
  readonly workCountry: Option.Option<string>
  readonly needsSponsorship: boolean
  readonly links: ReadonlyArray<string>
}

const incomplete = (flag: string, needed: string) =>
  new CliError.ValidationError({ message: `--${flag} belongs to --${needed}: give both.` })

/** The place of a problem by the flag that has it, where that is not named as its member. */
const flagPath = (path: string): string =>
  path.replace("/work_authorization/country_code", "/work_country").replace(/^\/links(?:\/\d+)?/u, "/link")

/** The members that the command line has of those that a candidate may have. */
export const candidateFactsOf = Effect.fnUntraced(function* (input: CandidateInput) {
  if (Option.isNone(input.salary) && Option.isSome(input.salaryPeriod)) {
    return yield* incomplete("salary-period", "salary-expectation")
  }
  if (Option.isNone(input.workCountry) && input.needsSponsorship) {
    return yield* incomplete("needs-sponsorship", "work-country")
  }
  const period = Option.getOrElse(input.salaryPeriod, (): SalaryPeriod => "YEAR")
  const given = {
    ...Record.getSomes(input.members),
    ...Option.match(input.salary, {
      onNone: () => ({}),
      onSome: ({ amount, currency }) => ({ salary_expectation: { amount_cents: amount, currency, period } })
    }),
    ...Option.match(input.workCountry, {
      onNone: () => ({}),
      onSome: (country_code) => ({ work_authorization: { country_code, needs_sponsorship: input.needsSponsorship } })
    }),
    ...(input.links.length === 0 ? {} : { links: input.links })
  }
  return yield* recordOf(
    Result.mapError(decode(given, "body"), (problems) =>
      problems.map((problem) => ({ ...problem, path: flagPath(problem.path) }))
    )
  )
})
