/**
 * A candidate: the person whom an application submits (recruiting, Candidate and files).
 *
 * Holds the shapes alone: as an answer shows the person, as a submission or a line of an import writes it, and as a patch changes it. All of it is
 * personal, and an erasure removes it whole.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { CalendarDate } from "./CalendarDate.ts"
import { CountryCode } from "./Country.ts"
import { Currency } from "./Currency.ts"
import { Email } from "./Email.ts"
import { boundedInteger } from "./Integer.ts"
import { SalaryPeriod } from "./Job.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { MinorUnits } from "./Money.ts"
import { WrittenPhone } from "./Phone.ts"
import { personal } from "./Personal.ts"
import { problem } from "./Problem.ts"
import { lineText, trimmedText } from "./Text.ts"
import { HttpsUrl } from "./Url.ts"

/** The longest first or last name of a candidate, in characters. */
export const candidateNameMax = 100

/** The longest location of a candidate, in characters. */
export const candidateLocationMax = 200

/** The longest title or company of a candidate, in characters: as long as the title of a job. */
export const currentWorkMax = 200

/** The longest notice period, in days: a year. */
export const noticePeriodDaysMax = 365

/** The most links of a candidate: a portfolio, a repository, some profiles. */
export const candidateLinksMax = 5

const aboutCandidate = {
  description: "The person who applies",
  examples: [{ first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }],
  "x-extension": true,
  ...personal
} as const

const aboutSalary = {
  description: "The salary that the person expects",
  examples: [{ amount_cents: 7_200_000, currency: "EUR", period: "YEAR" }],
  "x-extension": true
} as const

/** The salary that a candidate expects, in minor units of its currency. */
export const SalaryExpectation = Schema.Struct({
  amount_cents: MinorUnits.annotate({ description: "The amount of the period, in minor units of `currency`" }),
  currency: Currency,
  period: SalaryPeriod
}).annotate({ identifier: "SalaryExpectation", ...aboutSalary })

const aboutWork = {
  description: "Whether the person may work in a country",
  examples: [{ country_code: "DE", needs_sponsorship: false }],
  "x-extension": true
} as const

/** Whether a candidate may work in a country. */
export const WorkAuthorization = Schema.Struct({
  country_code: CountryCode,
  needs_sponsorship: Schema.Boolean.annotate({ description: "Whether an employer has to sponsor the permit" })
}).annotate({ identifier: "WorkAuthorization", ...aboutWork })

/** The facts about a candidate that are the same in answers and writes. */
const facts = {
  salary_expectation: SalaryExpectation,
  available_from: CalendarDate.annotate({ description: "The first day on which the person can start" }),
  notice_period_days: boundedInteger(0, noticePeriodDaysMax).annotate({
    description: "The notice that the person has to give, in days"
  }),
  work_authorization: WorkAuthorization
}

/** The person who applies, as an answer shows it: as it is stored, whatever a write refuses today. */
export const Candidate = Schema.Struct({
  first_name: Schema.String,
  last_name: Schema.String,
  email: Schema.String,
  phone: Schema.optionalKey(Schema.String),
  linkedin_url: Schema.optionalKey(Schema.String),
  location: Schema.optionalKey(Schema.String),
  resume_url: Schema.optionalKey(Schema.String),
  ...Struct.map(facts, Schema.optionalKey),
  current_title: Schema.optionalKey(Schema.String),
  current_company: Schema.optionalKey(Schema.String),
  links: Schema.optionalKey(Schema.Array(Schema.String))
}).annotate({ identifier: "Candidate", ...aboutCandidate })
export type Candidate = typeof Candidate.Type

/** The members that every candidate has. */
const requiredMembers = {
  first_name: trimmedText(1, candidateNameMax),
  last_name: trimmedText(1, candidateNameMax),
  email: Email
}

/** The members that a candidate may have. */
const optionalMembers = {
  phone: WrittenPhone,
  linkedin_url: HttpsUrl,
  location: lineText(1, candidateLocationMax),
  resume_url: HttpsUrl,
  ...facts,
  current_title: lineText(1, currentWorkMax).annotate({ description: "The current occupation of the person" }),
  current_company: lineText(1, currentWorkMax).annotate({ description: "The company that the person works for" }),
  links: Schema.Array(HttpsUrl)
    .check(Schema.isMaxLength(candidateLinksMax, problem("length", `must have at most ${candidateLinksMax} links`)))
    .annotate({ description: "https: addresses of the person's work, never fetched" })
}

/** The country of a telephone number that is not E.164. It is not stored. */
const phone_country = CountryCode.annotate({
  description: "The country in which `phone` is dialled as it is written; not stored"
})

/** The person who applies, as it is written. */
export const NewCandidate = Schema.Struct({
  ...requiredMembers,
  phone_country: Schema.optionalKey(phone_country),
  ...Struct.map(optionalMembers, Schema.optionalKey)
}).annotate({ identifier: "NewCandidate", ...aboutCandidate })

/** A patch of a member with members of its own, all of which it has to have. */
const within = <const Fields extends Schema.Struct.Fields>(kept: Fields) =>
  mergePatchOf({ kept, removable: {}, readOnly: [] })

/** The change of a candidate. */
export const CandidatePatch = mergePatchOf({
  kept: { ...requiredMembers, phone_country },
  removable: {
    ...optionalMembers,
    salary_expectation: within(SalaryExpectation.fields).annotate({
      identifier: "SalaryExpectationPatch",
      ...aboutSalary
    }),
    work_authorization: within(WorkAuthorization.fields).annotate({
      identifier: "WorkAuthorizationPatch",
      ...aboutWork
    })
  },
  readOnly: []
}).annotate({
  identifier: "CandidatePatch",
  description: "The change of the candidate; null removes an optional member",
  "x-extension": true
})
