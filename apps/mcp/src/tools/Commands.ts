/**
 * The command of the program `partner` that makes the same change as a call of a tool, in words, for users whom nobody can ask.
 *
 * Undefined where no single command does the same. Quoting for a shell is not done here, and nothing is validated: `partner` does that.
 */
import type { AgencyFeesUpdate, Fee, NewAgencyInvitation, NewApplication } from "@partner-api/client/effect"
import type { ApplicationAction } from "@partner-api/domain/ApplicationState"
import type { NewConsent } from "@partner-api/domain/Consent"
import type { JobStatus } from "@partner-api/domain/Job"
import { formatMoney } from "@partner-api/domain/Money"
import { formatPercent } from "@partner-api/domain/Percent"
import * as Struct from "effect/Struct"
import type { HireTerms } from "./HireTerms.ts"

type Words = ReadonlyArray<string>

const isGiven = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null

/** A flag and its value; none without a value. A value that looks like a flag is joined to its own. */
const flag = (name: string, value: string | number | null | undefined): Words => {
  if (!isGiven(value)) return []
  const text = String(value)
  return text.startsWith("-") ? [`--${name}=${text}`] : [`--${name}`, text]
}

/** An id that looks like a flag cannot be an argument. */
const withArgument = (id: string, words: Words | undefined): Words | undefined =>
  id.startsWith("-") ? undefined : words

const inOrganization = (organization: string | undefined): Words => flag("organization", organization)

/** `first_name` is `--first-name`. A value with members of its own is JSON. */
const flagsOf = (members: object): Words =>
  Object.entries(members).flatMap(([name, value]) =>
    flag(name.replaceAll("_", "-"), typeof value === "object" && value !== null ? JSON.stringify(value) : value)
  )

const moneyWord = (currency: string, amount: number): string => formatMoney({ currency, amount }).replace(" ", ":")

const feeWords = (fee: Fee): Words | undefined => {
  switch (fee.feeType) {
    case "FLAT_FEE":
      return [...flag("flat", moneyWord(fee.currency, fee.feeCents)), ...flag("note", fee.note)]
    case "PERCENTAGE_FEE":
      return [...flag("percent", formatPercent(fee.feeBasisPoints).replace(" ", "")), ...flag("note", fee.note)]
  }
  // A fee type that this version does not know.
  return undefined
}

/** Sets fees. */
export const feesCommand = (
  organization: string | undefined,
  agency: string,
  { customFees, guarantee, optimizedFee, paymentTermsDays }: AgencyFeesUpdate
): Words | undefined => {
  const fees = customFees?.map(feeWords) ?? []
  return fees.includes(undefined)
    ? undefined
    : withArgument(agency, [
        "partner",
        "fees",
        "set",
        agency,
        ...inOrganization(organization),
        ...fees.flatMap((words) => words ?? []),
        ...(customFees?.length === 0 ? ["--clear"] : []),
        ...(optimizedFee === undefined ? [] : [optimizedFee ? "--optimized" : "--no-optimized"]),
        ...flag("guarantee-days", guarantee?.days),
        ...flag("guarantee-refund", guarantee?.refund),
        ...flag("payment-terms-days", paymentTermsDays)
      ])
}

/** Adds a user. */
export const userCommand = (organization: string | undefined, user: object): Words => [
  "partner",
  "users",
  "add",
  ...inOrganization(organization),
  ...flagsOf(user)
]

interface JobMembers {
  readonly status?: JobStatus
  readonly close_reason?: string | null
  readonly currency?: string | null
  readonly salary_min_cents?: number | null
  readonly salary_max_cents?: number | null
}

/** The members of a job but its status. A flag takes a salary with its currency, and neither alone; one that is null is removed. */
const jobWords = (members: JobMembers) => {
  const { currency, salary_max_cents: max, salary_min_cents: min, ...others } = members
  if ((isGiven(min) || isGiven(max)) !== isGiven(currency)) return undefined
  const salary = (name: string, amount: number | null | undefined) =>
    isGiven(amount) && isGiven(currency) ? flag(name, moneyWord(currency, amount)) : []
  const removed = Object.entries(members).flatMap(([name, value]) => (value === null ? flag("clear", name) : []))
  return [...flagsOf(others), ...salary("salary-min", min), ...salary("salary-max", max), ...removed]
}

/** Adds a job; one that is closed at once with a reason has no command. */
export const newJobCommand = (organization: string | undefined, job: JobMembers): Words | undefined => {
  const words = job.close_reason === undefined ? jobWords(job) : undefined
  return words && ["partner", "jobs", "create", ...inOrganization(organization), ...words]
}

const statusCommands: Readonly<Partial<Record<JobStatus, string>>> = { OPEN: "open", ON_HOLD: "hold", CLOSED: "close" }

/** Changes members of a job, or its status; one command does not do both. */
export const jobCommand = (
  organization: string | undefined,
  job: string,
  { close_reason, status, ...members }: JobMembers
): Words | undefined => {
  const words = close_reason === null ? undefined : jobWords(members)
  const name = status === undefined ? "update" : statusCommands[status]
  if (words === undefined || name === undefined) return undefined
  const [hasMembers, hasStatus] = [words.length > 0, status !== undefined]
  if (hasMembers === hasStatus) return undefined
  return withArgument(job, [
    "partner",
    "jobs",
    name,
    job,
    ...inOrganization(organization),
    ...words,
    ...flag("reason", close_reason)
  ])
}

/** Assigns a job to an agency. */
export const assignmentCommand = (
  organization: string | undefined,
  job: string,
  agency: string,
  terms: object
): Words | undefined =>
  withArgument(
    job,
    withArgument(agency, ["partner", "jobs", "assign", job, agency, ...inOrganization(organization), ...flagsOf(terms)])
  )

/** Invites an agency. */
export const invitationCommand = (
  organization: string | undefined,
  { agency_id, company_name, optimizedFee, ...person }: NewAgencyInvitation
): Words => [
  "partner",
  "agencies",
  "invite",
  ...inOrganization(organization),
  ...flagsOf({ company: company_name, ...person, agency: agency_id }),
  ...(optimizedFee === undefined ? [] : [optimizedFee ? "--optimized" : "--no-optimized"])
]

/** An answer as the command line has it. */
const answerWord = (value: unknown): string =>
  value === true ? "yes" : value === false ? "no" : Array.isArray(value) ? value.join(",") : String(value)

/** The salary expectation, the permissions to work and the links of a person, as flags. The salary is written with its currency, and a period but a year with its name. */
const factWords = ({
  links = [],
  salary_expectation: salary,
  work_authorization: work
}: NewApplication["candidate"]) => [
  ...(salary === undefined ? [] : flag("salary-expectation", moneyWord(salary.currency, salary.amount_cents))),
  ...(salary === undefined || salary.period === "YEAR" ? [] : flag("salary-period", salary.period)),
  ...flag("work-country", work?.country_code),
  ...(work?.needs_sponsorship === true ? ["--needs-sponsorship"] : []),
  ...links.flatMap((link) => flag("link", link))
]

/** Submits an application. */
export const submissionCommand = (
  organization: string | undefined,
  { agency_id, answers = [], candidate, job_id, ...more }: NewApplication
): Words => [
  "partner",
  "applications",
  "submit",
  ...inOrganization(organization),
  ...flagsOf({
    job: job_id,
    agency: agency_id,
    ...Struct.omit(candidate, ["salary_expectation", "work_authorization", "links"]),
    ...more
  }),
  ...factWords(candidate),
  ...answers.flatMap(({ question_id, value }) => flag("answer", `${question_id}=${answerWord(value)}`))
]

interface Move {
  readonly action: ApplicationAction
  readonly feedback?: string
  readonly reason_id?: string
  readonly known_since?: string
  readonly note?: string
  readonly consent?: NewConsent
  readonly terms?: HireTerms
}

const termWords = ({ base_salary_cents, currency, custom_fee, fee_base_cents, start_date }: HireTerms): Words => [
  ...flag("start-date", start_date),
  ...flag("salary", moneyWord(currency, base_salary_cents)),
  ...flag("fee-base", fee_base_cents === undefined ? undefined : moneyWord(currency, fee_base_cents)),
  // The program counts fees from 1, as it shows them.
  ...flag("fee", custom_fee === undefined ? undefined : custom_fee + 1)
]

/** Takes an action on an application. */
export const moveCommand = (
  organization: string | undefined,
  application: string,
  { action, consent, feedback, known_since, note, reason_id, terms }: Move
): Words | undefined =>
  withArgument(application, [
    "partner",
    "applications",
    action,
    application,
    ...inOrganization(organization),
    ...flag("feedback", feedback),
    ...flag("known-since", known_since),
    ...flag("reason", reason_id),
    ...flag("note", note),
    ...Object.entries(consent ?? {}).flatMap(([member, value]) =>
      flag(`consent-${member.replaceAll("_", "-")}`, value)
    ),
    ...(terms === undefined ? [] : termWords(terms))
  ])

/** Records that a hired person left. */
export const fallOffCommand = (
  organization: string | undefined,
  placement: string,
  { on, reason }: { readonly on: string; readonly reason: string }
): Words | undefined =>
  withArgument(placement, [
    "partner",
    "placements",
    "fall-off",
    placement,
    ...inOrganization(organization),
    ...flag("on", on),
    ...flag("reason", reason)
  ])
