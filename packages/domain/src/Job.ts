/**
 * A job that an organization wants to fill (spec 2, Job; the members beyond the first three are decided, not documented).
 *
 * The job as it is answered: looser than what is written today (`JobWrites.ts`), so that older jobs stay readable. A `Schema.Struct` and
 * not a class, because lists of jobs are the hot path and structs encode many times faster.
 */
import * as Schema from "effect/Schema"

import { CalendarDate } from "./CalendarDate.ts"
import { CountryCode } from "./Country.ts"
import { Currency } from "./Currency.ts"
import { CustomFields } from "./CustomFields.ts"
import { JobId, UserId } from "./Ids.ts"
import { amountMax } from "./Money.ts"
import { AgencyAccess } from "./OrganizationSettings.ts"
import type { Problem } from "./Problem.ts"
import { Question } from "./Question.ts"
import { Timestamp, timestampFromMillis } from "./Timestamp.ts"

/** The status of a job. Applications are taken for `OPEN` jobs only. */
export const JobStatus = Schema.Literals(["DRAFT", "OPEN", "ON_HOLD", "CLOSED"])
export type JobStatus = typeof JobStatus.Type

/** The statuses that can follow each status of a job (decisions, Resources). */
export const jobTransitions: Readonly<Record<JobStatus, ReadonlyArray<JobStatus>>> = {
  DRAFT: ["OPEN", "CLOSED"],
  OPEN: ["ON_HOLD", "CLOSED"],
  ON_HOLD: ["OPEN", "CLOSED"],
  CLOSED: ["OPEN"]
}

/** The statuses that can follow a status; a status that is newer than this program has none here. */
export const movesFrom = (status: string | undefined): ReadonlyArray<JobStatus> | undefined =>
  Object.entries(jobTransitions).find(([from]) => from === status)?.[1]

/** The kind of contract a job offers. */
export const EmploymentType = Schema.Literals(["FULL_TIME", "PART_TIME", "CONTRACT", "TEMPORARY", "INTERNSHIP"])
export type EmploymentType = typeof EmploymentType.Type

/** The place where the work is done. */
export const WorkplaceType = Schema.Literals(["ON_SITE", "HYBRID", "REMOTE"])
export type WorkplaceType = typeof WorkplaceType.Type

/** The time that a salary is for. */
export const SalaryPeriod = Schema.Literals(["YEAR", "MONTH", "WEEK", "DAY", "HOUR"])
export type SalaryPeriod = typeof SalaryPeriod.Type

/** The format of a description. The service stores it as it is given and renders none: a program that shows it as HTML must sanitise it. */
export const DescriptionFormat = Schema.Literals(["TEXT", "MARKDOWN", "HTML"])
export type DescriptionFormat = typeof DescriptionFormat.Type

/** Why a job was closed. */
export const CloseReason = Schema.Literals(["FILLED", "CANCELLED", "OTHER"])
export type CloseReason = typeof CloseReason.Type

/** A member that the specification does not show. */
const extension = { "x-extension": true }
const cents = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: amountMax }))

/** A job as the API shows it. An absent member is not known. */
export const Job = Schema.Struct({
  id: JobId,
  title: Schema.String.annotate({ examples: ["Engineer"] }),
  description: Schema.String.annotate({ examples: ["Builds engines."] }),
  status: Schema.optionalKey(JobStatus.annotate({ ...extension, examples: ["OPEN"] })),
  location: Schema.optionalKey(Schema.String.annotate({ ...extension, examples: ["Berlin"] })),
  workplace_type: Schema.optionalKey(WorkplaceType.annotate({ ...extension, examples: ["HYBRID"] })),
  country_code: Schema.optionalKey(CountryCode.annotate(extension)),
  city: Schema.optionalKey(Schema.String.annotate({ ...extension, examples: ["Berlin"] })),
  employment_type: Schema.optionalKey(EmploymentType.annotate(extension)),
  department: Schema.optionalKey(Schema.String.annotate({ ...extension, examples: ["Engineering"] })),
  openings: Schema.optionalKey(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ ...extension, examples: [2] })
  ),
  salary_min_cents: Schema.optionalKey(cents.annotate({ ...extension, examples: [6_000_000] })),
  salary_max_cents: Schema.optionalKey(cents.annotate({ ...extension, examples: [7_500_000] })),
  currency: Schema.optionalKey(Currency.annotate(extension)),
  agency_access: Schema.optionalKey(AgencyAccess),
  salary_period: Schema.optionalKey(SalaryPeriod.annotate({ ...extension, examples: ["YEAR"] })),
  hiring_manager_id: Schema.optionalKey(UserId.annotate(extension)),
  recruiting_contact_id: Schema.optionalKey(UserId.annotate(extension)),
  description_format: Schema.optionalKey(DescriptionFormat.annotate({ ...extension, examples: ["TEXT"] })),
  closes_on: Schema.optionalKey(CalendarDate.annotate({ ...extension, examples: ["2027-03-31"] })),
  apply_url: Schema.optionalKey(
    Schema.String.annotate({ ...extension, examples: ["https://careers.example.com/jobs/1"] })
  ),
  custom_fields: Schema.optionalKey(CustomFields),
  questions: Schema.optionalKey(
    Schema.Array(Question).annotate({ ...extension, description: "The questions that a submission answers" })
  ),
  close_reason: Schema.optionalKey(CloseReason.annotate(extension)),
  hired_count: Schema.optionalKey(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
      ...extension,
      description: "The number of people hired through this API; the service alone writes it",
      examples: [1]
    })
  ),
  external_id: Schema.optionalKey(Schema.String.annotate({ ...extension, examples: ["REQ-1"] })),
  created_at: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded(extension))),
  updated_at: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded(extension)))
}).annotate({ identifier: "Job", description: "A job of the organization; an absent member is not known" })
export type Job = typeof Job.Type

/** Whether two jobs have equal values. Marked as pure, so that bundlers leave it out of clients, which compare none. */
export const sameJob = /* @__PURE__ */ Schema.toEquivalence(Job)

/** The members of a job that decide which agencies see it. */
export type JobAccess = Pick<Job, "status" | "agency_access">

/** The relation of an agency to a job. */
export interface JobTie {
  /** Whether it has an assignment of the job that is `ACTIVE`. */
  readonly isAssigned: boolean
  /** Whether it has an application for the job. */
  readonly hasApplied: boolean
}

/** An agency that has nothing to do with a job. */
export const noTie: JobTie = { isAssigned: false, hasApplied: false }

/** Whether a job is no draft: a draft is the employer's alone. A job whose status is not known is none. */
export const isPublished = ({ status }: JobAccess): boolean => status !== "DRAFT"

/**
 * Whether an agency sees a job (recruiting, Who sees a job): one that is published and open to all agencies, or that the agency is assigned to; and one for
 * which it has an application.
 */
export const isSeenByAgency = (job: JobAccess, { hasApplied, isAssigned }: JobTie): boolean =>
  hasApplied || (isPublished(job) && (isAssigned || job.agency_access !== "ASSIGNED"))

/** Whether every agency sees a job, whatever it has to do with it. */
export const isSeenByAll = (job: JobAccess): boolean => isSeenByAgency(job, noTie)

const ofSalary = ["salary_min_cents", "salary_max_cents", "currency"] as const

/** The salary of a job. A client may know other currencies than this version. */
interface Salary {
  readonly salary_min_cents?: number | undefined
  readonly salary_max_cents?: number | undefined
  readonly currency?: string | undefined
}

/** The problems of the salary of a job; none when there is no salary. */
export const salaryProblems = ({
  salary_min_cents: min,
  salary_max_cents: max,
  currency
}: Salary): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  if (min !== undefined && max !== undefined && min > max) {
    const message = "must not be less than salary_min_cents"
    problems.push({ in: "body", path: "/salary_max_cents", code: "range", message })
  }
  if (currency === undefined && (min !== undefined || max !== undefined)) {
    problems.push({ in: "body", path: "/currency", code: "required", message: "is required with a salary" })
  }
  return problems
}

/** The same of a patched job: a salary that was stored under other rules is judged when the patch touches it. */
export const salaryProblemsAfter = (
  patched: Salary,
  patch: Readonly<Partial<Record<(typeof ofSalary)[number], unknown>>>
): ReadonlyArray<Problem> => (ofSalary.some((name) => patch[name] !== undefined) ? salaryProblems(patched) : [])

const notTheMove = "is set with the move to CLOSED alone; set status to CLOSED with it, or leave it out"

const notTheMoveProblem: Problem = { in: "body", path: "/close_reason", code: "not_allowed", message: notTheMove }

/** The status and the reason of a close. A client may know others than this version. */
interface Close {
  readonly status?: string | undefined
  readonly close_reason?: string | null | undefined
}

/** The problems of the reason of a close that a whole job gives: a job that is not closed has none. */
export const closeReasonProblems = ({ close_reason, status }: Close): ReadonlyArray<Problem> =>
  close_reason === undefined || status === "CLOSED" ? [] : [notTheMoveProblem]

/** The same of a patch: the reason changes with the move to `CLOSED` alone. */
export const closeReasonProblemsOf = (patch: Close, stored: Close): ReadonlyArray<Problem> => {
  const { close_reason: reason, status = stored.status } = patch
  if (reason === undefined) return []
  const isClosed = status === "CLOSED"
  const isSame = reason === (stored.close_reason ?? null)
  const isRight = reason === null ? !isClosed || isSame : isClosed && (isSame || status !== stored.status)
  return isRight ? [] : [notTheMoveProblem]
}

/** The members of a job that name users of its organization. */
const userMembers = ["hiring_manager_id", "recruiting_contact_id"] as const
type UsersOfJob = Readonly<Partial<Record<(typeof userMembers)[number], string | null>>>

/** The users that a write of a job names. */
export const usersNamedIn = (written: UsersOfJob): ReadonlyArray<string> =>
  userMembers.flatMap((name) => written[name] ?? [])

/**
 * The problems of the users of a job: one that a write sets must be active. One that stays as it was may have left since.
 */
export const userProblems = (
  after: UsersOfJob,
  before: UsersOfJob,
  activeUsers: ReadonlySet<string>
): ReadonlyArray<Problem> =>
  userMembers.flatMap((name) => {
    const id = after[name] ?? undefined
    return id === undefined || id === before[name] || activeUsers.has(id)
      ? []
      : [
          {
            in: "body",
            path: `/${name}`,
            code: "unknown",
            message: "must be the id of an ACTIVE user of this organization"
          }
        ]
  })

/** Whether the last day on which a job takes submissions is over. The days are those of UTC. */
export const isPastClosing = ({ closes_on }: Pick<Partial<Job>, "closes_on">, nowMs: number): boolean =>
  closes_on !== undefined && timestampFromMillis(nowMs).slice(0, closes_on.length) > closes_on
