/**
 * An application: a person whom an agency submits for a job (decisions, Resources; the specification names it without its fields).
 *
 * Holds the shapes alone. Which action is possible when stands in `ApplicationState.ts`, what an action changes in
 * `commands/Application.ts`.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { ApplicationAnswer, NewAnswers } from "./Answer.ts"
import { type ActiveState, ApplicationAction, ApplicationState } from "./ApplicationState.ts"
import { CalendarDate } from "./CalendarDate.ts"
import { Candidate, CandidatePatch, NewCandidate } from "./Candidate.ts"
import { Consent, NewConsent } from "./Consent.ts"
import { Currency } from "./Currency.ts"
import { deprecated } from "./Deprecation.ts"
import { ExpectedFee, FeeAmount, HireFee } from "./HireFee.ts"
import { boundedInteger } from "./Integer.ts"
import { AgencyId, ApplicationId, type ClientId, ExternalId, JobId } from "./Ids.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { amountMax, MinorUnits } from "./Money.ts"
import { customFeesMax } from "./AgencyFees.ts"
import { Ownership } from "./Ownership.ts"
import { personal } from "./Personal.ts"
import { problem } from "./Problem.ts"
import { RecruiterId } from "./Recruiter.ts"
import { RejectionReasonId } from "./RejectionReason.ts"
import { ApplicationTerms } from "./Terms.ts"
import { multiLineText } from "./Text.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The longest note of an application, in characters. */
export const applicationNoteMax = 10_000

/** The length of the feedback of a rejection, in characters: long enough for a reason, short enough to be read. */
export const feedbackMin = 10
export const feedbackMax = 2_000

/** The longest note of a withdrawal, in characters: as long as the feedback of a rejection. */
export const withdrawalNoteMax = 2_000

/** Why an application was rejected. */
export const Rejection = Schema.Struct({
  feedback: Schema.String.annotate({ description: "Empty once the person was erased", ...personal }),
  reason_id: Schema.optionalKey(RejectionReasonId),
  known_since: Schema.optionalKey(
    CalendarDate.annotate({
      description:
        "Since when the employer knew the person, before the agency submitted it: the claim is the employer's"
    })
  )
}).annotate({
  identifier: "Rejection",
  description: "Why the application was rejected",
  "x-extension": true
})

/** The party that took an application back, and its reason. */
export const Withdrawal = Schema.Struct({
  by: Schema.Literals(["AGENCY", "CANDIDATE", "SYSTEM"]).annotate({
    description: "`CANDIDATE`: the person, by a link; `SYSTEM`: the service, and `cause` has the reason",
    examples: ["AGENCY"]
  }),
  cause: Schema.optionalKey(
    Schema.Literals(["CONFIRMATION_EXPIRED", "OWNERSHIP_TAKEN"]).annotate({
      description:
        "`CONFIRMATION_EXPIRED`: the person did not confirm in time; `OWNERSHIP_TAKEN`: another application of the person was confirmed",
      examples: ["OWNERSHIP_TAKEN"]
    })
  ),
  reason_id: Schema.optionalKey(RejectionReasonId),
  note: Schema.optionalKey(Schema.String.annotate(personal))
}).annotate({
  identifier: "Withdrawal",
  description: "The party that took the application back, and its reason; absent of one from before this member",
  "x-extension": true
})
export type Withdrawal = typeof Withdrawal.Type

/** An amount that is paid: a hire without a salary is a slip of the keyboard. */
const paid = boundedInteger(1, amountMax)

/** The amount that a percentage is taken of. */
const feeBase = (amount: typeof MinorUnits) =>
  amount.annotate({
    description:
      "The amount of which a percentage is taken, in minor units of `currency`; without it, that is the base salary. A percentage on a CONTRACT or TEMPORARY job needs it"
  })

/** A hire, and what it costs. The fee is a copy: later changes to the fees of the agency do not touch it. */
export const Hire = Schema.Struct({
  start_date: CalendarDate,
  base_salary_cents: MinorUnits.annotate({
    description: "The base salary of the first year, in minor units of `currency`"
  }),
  fee_base_cents: Schema.optionalKey(feeBase(MinorUnits)),
  currency: Currency,
  fee: HireFee,
  fee_amount_cents: Schema.optionalKey(FeeAmount)
}).annotate({ identifier: "Hire", description: "A hire, and what it costs", "x-extension": true })
export type Hire = typeof Hire.Type

/** The request that hires: the terms of the hire and which fee applies. */
export const NewHire = Schema.Struct({
  start_date: CalendarDate.annotate({ description: "The first day of work, within 730 days of today" }),
  base_salary_cents: paid.annotate({
    description: "The base salary of the first year, in minor units of `currency`"
  }),
  fee_base_cents: Schema.optionalKey(feeBase(paid)),
  currency: Currency,
  custom_fee: Schema.optionalKey(
    boundedInteger(0, customFeesMax - 1).annotate({
      description:
        "The index of the custom fee that applies; required when there are several and no `expected_fee` chooses one",
      // An index moves when the fees change.
      ...deprecated({ since: "2026-11-28", sunset: "2027-12-31", replacement: "send `expected_fee`" })
    })
  ),
  expected_fee: Schema.optionalKey(ExpectedFee)
}).annotate({
  identifier: "NewHire",
  description: "The terms of a hire",
  examples: [{ start_date: "2026-03-01", base_salary_cents: 7_200_000, currency: "EUR" }],
  "x-extension": true
})
export type NewHire = typeof NewHire.Type

/** An application as the API shows it. */
export const Application = Schema.Struct({
  id: ApplicationId,
  job_id: JobId,
  agency_id: AgencyId,
  recruiter_id: Schema.optionalKey(
    RecruiterId.annotate({ description: "The recruiter who submitted; the id stays where the recruiter was removed" })
  ),
  candidate: Schema.optionalKey(Candidate),
  note: Schema.optionalKey(Schema.String.annotate(personal)),
  external_id: Schema.optionalKey(Schema.String.annotate(personal)).annotateKey({
    description: "Its id in the agency's system"
  }),
  answers: Schema.optionalKey(Schema.Array(ApplicationAnswer)),
  state: ApplicationState,
  state_entered_at: Timestamp,
  confirmed_at: Schema.optionalKey(Timestamp).annotateKey({
    description: "When the person agreed first; the employer sees an application of an agency from then on"
  }),
  consent: Schema.optionalKey(Consent),
  terms: Schema.optionalKey(ApplicationTerms),
  rejection: Schema.optionalKey(Rejection),
  withdrawal: Schema.optionalKey(Withdrawal),
  hire: Schema.optionalKey(Hire),
  ownership: Schema.optionalKey(Ownership),
  version: Schema.Int.annotate({ description: "Counts the changes; for information, `ETag` is what `If-Match` takes" }),
  created_at: Timestamp,
  updated_at: Timestamp,
  erased_at: Schema.optionalKey(Timestamp).annotateKey({ description: "When the person was erased" })
}).annotate({
  identifier: "Application",
  description: "A person whom an agency submits for a job; `candidate` is absent once the person was erased",
  examples: [
    {
      id: ApplicationId.make("app_00000001_1"),
      job_id: JobId.make("job_00000001"),
      agency_id: AgencyId.make("agy_hirewell"),
      candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
      external_id: "CAND-7",
      state: "AWAITING_SORT",
      state_entered_at: exampleMoment,
      confirmed_at: exampleMoment,
      version: 2,
      created_at: exampleMoment,
      updated_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type Application = typeof Application.Type

/** The members that may hold personal data. */
export const personalMembers = ["candidate", "note", "external_id", "answers", "rejection", "withdrawal"] as const

/** The reason that an application names. */
export const reasonIdOf = ({
  rejection,
  withdrawal
}: Pick<Application, "rejection" | "withdrawal">): RejectionReasonId | undefined =>
  rejection?.reason_id ?? withdrawal?.reason_id

/** An application without what is personal; `kept` stays. The reason of a rejection or a withdrawal is not personal (recruiting 9). */
export const withoutPerson = (
  application: Application,
  kept: ReadonlyArray<(typeof personalMembers)[number]> = []
): Application => {
  const { rejection, withdrawal } = application
  return {
    ...Struct.omit(
      application,
      personalMembers.filter((name) => !kept.includes(name))
    ),
    ...(rejection?.reason_id === undefined ? {} : { rejection: { ...rejection, feedback: "" } }),
    ...(withdrawal === undefined ? {} : { withdrawal: Struct.omit(withdrawal, ["note"]) })
  }
}

/** An application with what the API does not show: the state to which a rejected one can be restored, and the client that submitted it. */
export interface StoredApplication {
  readonly application: Application
  readonly rejectedFrom: ActiveState | undefined
  /** Absent where the application was imported, or stored before the employer's view depended on it. */
  readonly submittedBy?: ClientId
}

/** The request that submits an application. */
export const NewApplication = Schema.Struct({
  job_id: JobId,
  agency_id: Schema.optionalKey(
    AgencyId.annotate({ description: "The agency that submits; may be left out where the grant is bound to one" })
  ),
  recruiter_id: Schema.optionalKey(
    RecruiterId.annotate({ description: "The recruiter who submits: an ACTIVE one of the agency" })
  ),
  candidate: NewCandidate,
  note: Schema.optionalKey(multiLineText(0, applicationNoteMax)),
  external_id: Schema.optionalKey(ExternalId).annotateKey({
    description: "Its id in the agency's system; unique for the agency"
  }),
  answers: Schema.optionalKey(NewAnswers).annotateKey({
    description: "Answers to the questions of the job, all required ones among them"
  })
}).annotate({
  identifier: "NewApplication",
  description: "Submits an application",
  examples: [
    {
      job_id: JobId.make("job_00000001"),
      agency_id: AgencyId.make("agy_hirewell"),
      candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
      external_id: "CAND-7"
    }
  ],
  "x-extension": true
})
export type NewApplication = typeof NewApplication.Type

/** The members of an application that only the service writes. */
const readOnly = [
  "id",
  "job_id",
  "agency_id",
  "recruiter_id",
  "answers",
  "state",
  "state_entered_at",
  "confirmed_at",
  "consent",
  "terms",
  "rejection",
  "withdrawal",
  "hire",
  "ownership",
  "version",
  "created_at",
  "updated_at",
  "erased_at"
]

/** The request that changes an application: its candidate, its note, its external id. */
export const ApplicationPatch = mergePatchOf({
  kept: { candidate: CandidatePatch },
  removable: { note: multiLineText(0, applicationNoteMax), external_id: ExternalId },
  readOnly
}).annotate({
  identifier: "ApplicationPatch",
  description: "The change of an application, as a JSON Merge Patch (RFC 7396); null removes an optional member",
  examples: [{ candidate: { phone: "+4915112345678" }, note: null }],
  "x-extension": true
})
export type ApplicationPatch = typeof ApplicationPatch.Type

/** An action that needs nothing but its name. */
const plain = <const Action extends string>(action: Action, description: string) =>
  Schema.Struct({ action: Schema.Literal(action) }).annotate({
    identifier: `${action.charAt(0).toUpperCase()}${action.slice(1)}Action`,
    description,
    "x-extension": true
  })

const namedReason = RejectionReasonId.annotate({ description: "A reason of the organization that is active" })

/** The request that moves an application on: an action, with the members that it needs. */
export const ApplicationTransition = Schema.Union([
  Schema.Struct({
    action: Schema.Literal("confirm"),
    consent: Schema.optionalKey(NewConsent)
  }).annotate({
    identifier: "ConfirmAction",
    description: "The person agrees: the application owns the person for this job",
    "x-extension": true
  }),
  plain("decline", "The person does not agree"),
  plain("keep", "The employer takes the application into review"),
  plain("advance", "The employer moves the application to the next stage"),
  plain("restore", "The employer takes a rejection back"),
  Schema.Struct({
    action: Schema.Literal("withdraw"),
    reason_id: Schema.optionalKey(namedReason),
    note: Schema.optionalKey(multiLineText(1, withdrawalNoteMax)).annotateKey({
      description: "Why, in words; employer and agency read it"
    })
  }).annotate({ identifier: "WithdrawAction", description: "The application is taken back", "x-extension": true }),
  plain("release", "The agency gives up the claim of an application that has ended"),
  Schema.Struct({
    action: Schema.Literal("reject"),
    feedback: multiLineText(feedbackMin, feedbackMax).annotate({ description: "Why; the agency reads it" }),
    reason_id: Schema.optionalKey(namedReason),
    known_since: Schema.optionalKey(
      CalendarDate.annotate({
        description:
          "Since when the employer knew the person before the submission: a day of the 730 before the confirmation, stated within 14 days after it, in AWAITING_SORT or REVIEWING; the claim becomes the employer's"
      })
    )
  }).annotate({ identifier: "RejectAction", description: "The employer rejects the application", "x-extension": true }),
  Schema.Struct({ action: Schema.Literal("hire"), hire: NewHire }).annotate({
    identifier: "HireAction",
    description: "The employer hires the person, at a fee",
    "x-extension": true
  })
]).annotate({
  identifier: "ApplicationTransition",
  description: "An action on an application, named by `action`",
  problemMember: "action",
  ...problem("not_allowed", `must be one of ${ApplicationAction.literals.join(", ")}`),
  examples: [{ action: "confirm" }],
  "x-extension": true
})
export type ApplicationTransition = typeof ApplicationTransition.Type
