/**
 * Applications for people: one line about an application, or all that is known of it.
 */
import { formatMoney } from "@partner-api/domain/Money"
import { feeMoney } from "@partner-api/domain/PlacementMoney"
import type { Application, ApplicationTerms, Candidate, Consent, Hire, Ownership } from "../../core/Model.ts"
import { feeText } from "../fees/FeeText.ts"
import { type Row, textLines, titledLines } from "../TitledLines.ts"
import { actionsText } from "./PossibleActions.ts"

/** The name of the candidate. */
export const candidateText = ({ candidate }: Application): string =>
  candidate === undefined ? "(erased)" : `${candidate.first_name} ${candidate.last_name} <${candidate.email}>`

/** The line about an application after a write. */
export const applicationLine = (application: Application): string =>
  `${application.id}  ${candidateText(application)}  ${application.state}`

/** The cost of a hire, and its fee. A flat fee may have another currency than the salary. */
export const costText = ({
  base_salary_cents,
  currency,
  fee,
  fee_amount_cents,
  fee_base_cents = base_salary_cents
}: Omit<Hire, "start_date">): string => {
  if (fee.feeType === "OPTIMIZED_FEE") return "the platform's optimized fee, which it settles itself"
  if (fee_amount_cents === undefined) return feeText(fee)
  const note = fee.note === undefined || fee.note === "" ? "" : `, ${fee.note}`
  const cost = feeMoney({ currency, fee }, fee_amount_cents)
  if (fee.feeType === "FLAT_FEE") return `${cost} (flat fee${note})`
  return `${cost} (${feeText(fee)} of ${formatMoney({ currency, amount: fee_base_cents })}${note})`
}

/** The fees at the confirmation, and whether a hire obeys them. */
const termsText = ({ binding, fees }: ApplicationTerms): string => {
  const agreed = fees.optimizedFee ? "optimized fee" : fees.customFees.map(feeText).join(", ") || "no fee"
  return `${agreed}; ${binding === "AT_CONFIRMATION" ? "a hire obeys them" : "a hire has the fees of the agency then"}`
}

/** The claim of the agency: since when, until when, and how it has ended. */
const claimText = ({ ended_at, ended_reason, expires_at, since }: Ownership): string => {
  const last = expires_at === undefined ? "" : `, until ${expires_at}`
  if (ended_reason === "KNOWN_TO_EMPLOYER") return `the employer's, which knew the person, since ${ended_at}${last}`
  if (ended_at !== undefined)
    return `${ended_reason === "RELEASED" ? "given up by the agency" : "ended"} at ${ended_at}`
  return `since ${since}, while the application is worked on or hired${last && ` and${last.slice(1)}`}`
}

/** The answers, each with its question; of chosen options, their labels. */
const answerLines = ({ answers = [] }: Application): ReadonlyArray<string> =>
  answers.flatMap(({ labels, text, value }) => [
    text,
    ...textLines(labels === undefined ? shownValue(value) : labels.join(", ")).map((line) => `  ${line}`)
  ])

const shownValue = (value: unknown): string => (value === true ? "yes" : value === false ? "no" : String(value))

/** The way and the end of the person's consent. */
const consentText = ({ attachment_id, delivered_by, expires_at, method, obtained_at }: Consent): string =>
  [
    `${method}, ${obtained_at}`,
    ...(delivered_by === undefined ? [] : [`sent by ${delivered_by}`]),
    ...(expires_at === undefined ? [] : [`until ${expires_at}`]),
    ...(attachment_id === undefined ? [] : [attachment_id])
  ].join(", ")

/** The facts of a candidate beside name and addresses. */
const candidateFactLines = (candidate: Candidate | undefined): ReadonlyArray<Row> => {
  const { salary_expectation: salary, work_authorization: work, notice_period_days: noticeDays } = candidate ?? {}
  return [
    ["Works as", candidate?.current_title],
    ["Works at", candidate?.current_company],
    ["Links", candidate?.links],
    [
      "Expects",
      salary &&
        `${formatMoney({ currency: salary.currency, amount: salary.amount_cents })} per ${salary.period.toLowerCase()}`
    ],
    ["Available", candidate?.available_from],
    ["Notice", noticeDays === undefined ? undefined : `${noticeDays} days`],
    ["May work in", work && `${work.country_code}${work.needs_sponsorship ? ", with sponsorship" : ""}`]
  ]
}

/** The lines about an application. */
export const applicationLines = (application: Application): ReadonlyArray<string> => {
  const { candidate, consent, hire, ownership, terms, withdrawal } = application
  return titledLines([
    ["Application", application.id],
    ["Candidate", candidateText(application)],
    ["Phone", candidate?.phone],
    ["LinkedIn", candidate?.linkedin_url],
    ["Location", candidate?.location],
    ["Resume", candidate?.resume_url],
    ...candidateFactLines(candidate),
    ["Job", application.job_id],
    ["Agency", application.agency_id],
    ["External id", application.external_id],
    ["Note", textLines(application.note)],
    ["Answers", answerLines(application)],
    ["State", `${application.state}, since ${application.state_entered_at}`],
    ["Consent", consent && consentText(consent)],
    ["Terms", terms && termsText(terms)],
    ["Claim", ownership && claimText(ownership)],
    [
      "Withdrawn",
      withdrawal && [withdrawal.by, ...(withdrawal.cause === undefined ? [] : [withdrawal.cause])].join(", ")
    ],
    ["Reason", application.rejection?.reason_id ?? withdrawal?.reason_id],
    ["Why", textLines(withdrawal?.note)],
    ["Feedback", textLines(application.rejection?.feedback)],
    ["Known since", application.rejection?.known_since],
    ["Starts", hire?.start_date],
    ["Salary", hire && formatMoney({ currency: hire.currency, amount: hire.base_salary_cents })],
    ["Cost", hire && costText(hire)],
    ["Erased", application.erased_at],
    ["Actions", actionsText(application)]
  ])
}
