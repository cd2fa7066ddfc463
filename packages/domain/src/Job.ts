/**
 * A job that an organization wants to fill (spec 2, Job; the members beyond the first three are decided, not documented).
 *
 * The job as it is answered: looser than what is written today (`JobWrites.ts`), so that older jobs stay readable. A `Schema.Struct` and
 * not a class, because lists of jobs are the hot path and structs encode many times faster.
 */
import * as Schema from "effect/Schema"

import { amountMax } from "./Money.ts"
import { Currency } from "./Currency.ts"
import { JobId } from "./Ids.ts"
import type { Problem } from "./Problem.ts"
import { Timestamp } from "./Timestamp.ts"

/** Where a job stands. Applications are taken for `OPEN` jobs only. */
export const JobStatus = Schema.Literals(["DRAFT", "OPEN", "ON_HOLD", "CLOSED"])
export type JobStatus = typeof JobStatus.Type

/** Where a job can go from where it stands (decisions, Resources). */
export const jobTransitions: Readonly<Record<JobStatus, ReadonlyArray<JobStatus>>> = {
  DRAFT: ["OPEN", "CLOSED"],
  OPEN: ["ON_HOLD", "CLOSED"],
  ON_HOLD: ["OPEN", "CLOSED"],
  CLOSED: ["OPEN"]
}

/** Where a job can go from a status; nothing is said of a status that came later than this program. */
export const movesFrom = (status: string | undefined): ReadonlyArray<JobStatus> | undefined =>
  Object.entries(jobTransitions).find(([from]) => from === status)?.[1]

/** The kind of contract a job offers. */
export const EmploymentType = Schema.Literals(["FULL_TIME", "PART_TIME", "CONTRACT", "TEMPORARY", "INTERNSHIP"])
export type EmploymentType = typeof EmploymentType.Type

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
  employment_type: Schema.optionalKey(EmploymentType.annotate(extension)),
  openings: Schema.optionalKey(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ ...extension, examples: [2] })
  ),
  salary_min_cents: Schema.optionalKey(cents.annotate({ ...extension, examples: [6_000_000] })),
  salary_max_cents: Schema.optionalKey(cents.annotate({ ...extension, examples: [7_500_000] })),
  currency: Schema.optionalKey(Currency.annotate(extension)),
  external_id: Schema.optionalKey(Schema.String.annotate({ ...extension, examples: ["REQ-1"] })),
  created_at: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded(extension))),
  updated_at: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded(extension)))
}).annotate({ identifier: "Job", description: "A job of the organization; an absent member is not known" })
export type Job = typeof Job.Type

/** Whether two jobs say the same. Marked as pure, so that bundlers leave it out of clients, which compare none. */
export const sameJob = /* @__PURE__ */ Schema.toEquivalence(Job)

/** Whether agencies see a job: a draft is the employer's alone. A job whose status is not known is none. */
export const isShownToAgencies = ({ status }: Pick<Job, "id" | "status">): boolean => status !== "DRAFT"

const ofSalary = ["salary_min_cents", "salary_max_cents", "currency"] as const

/** The salary of a job. A client may know other currencies than this version. */
interface Salary {
  readonly salary_min_cents?: number | undefined
  readonly salary_max_cents?: number | undefined
  readonly currency?: string | undefined
}

/** What is wrong with the salary of a job: every problem, none when there is no salary. */
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
