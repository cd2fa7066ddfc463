/**
 * Made-up jobs: the same number always gives the same job, on every machine. For the sandbox and for filling databases.
 */
import { JobId } from "@partner-api/domain/Ids"
import { type EmploymentType, Job, type JobStatus } from "@partner-api/domain/Job"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const roles = [
  "Backend Engineer",
  "Product Designer",
  "Data Analyst",
  "Sales Manager",
  "Nurse",
  "Electrician",
  "Controller"
]
const levels = ["Junior", "Senior", "Lead"]
const locations = ["Zürich", "Berlin", "Lisboa", "Kraków", "Remote"]
const statuses: ReadonlyArray<JobStatus> = ["OPEN", "OPEN", "OPEN", "ON_HOLD", "DRAFT", "CLOSED"]
const employmentTypes: ReadonlyArray<EmploymentType> = ["FULL_TIME", "FULL_TIME", "PART_TIME", "CONTRACT"]

/** The moment the samples begin at: 2026-01-01. */
export const samplesBeginMs = 1_767_225_600_000
/** The samples were made hour by hour. */
export const hourMs = 3_600_000

const pick = <A>(values: ReadonlyArray<A>, index: number, otherwise: A): A => values[index % values.length] ?? otherwise

const decode = Schema.decodeUnknownSync(Job)

/** The examples of a member, as its schema is annotated with them. */
const examplesOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  const examples: unknown = SchemaAST.resolve(ast)?.["examples"]
  return Array.isArray(examples) ? examples : []
}

/** The members of the job with the number `index` that have a rule. */
const ruledJob = (index: number): Job => {
  const role = pick(roles, index, "Engineer")
  const location = pick(locations, index, "Remote")
  const salaryCents = 4_500_000 + (index % 40) * 150_000
  const created = timestampFromMillis(samplesBeginMs + (index % 8_760) * hourMs)
  return {
    id: JobId.make(`job_${String(index).padStart(8, "0")}`),
    title: `${pick(levels, index, "Senior")} ${role}`,
    description: `We are looking for a ${role} in ${location}. You will own your work from the first sketch to daily use.`,
    status: pick(statuses, index, "OPEN"),
    location,
    employment_type: pick(employmentTypes, index, "FULL_TIME"),
    openings: 1 + (index % 3),
    salary_min_cents: salaryCents,
    salary_max_cents: salaryCents + 1_500_000,
    currency: "EUR",
    external_id: `REQ-${index}`,
    created_at: created,
    updated_at: created
  }
}

/** The examples of the members without a rule. A sample takes them in turn, so that it has every member. */
const examples = Record.filter(
  Record.map(Job.fields, ({ ast }) => examplesOf(ast)),
  (all, name) => all.length > 0 && !(name in ruledJob(0))
)

/** The job with the number `index`. Numbers sort like the identifiers made of them. */
const sampleJob = (index: number): Job =>
  Record.isEmptyRecord(examples)
    ? ruledJob(index)
    : decode({ ...ruledJob(index), ...Record.map(examples, (all) => all[index % all.length]) })

/** The jobs with the numbers from `first`, `count` of them. */
export const sampleJobs = (first: number, count: number): ReadonlyArray<Job> =>
  Array.from({ length: count }, (_, index) => sampleJob(first + index))
