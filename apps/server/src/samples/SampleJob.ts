/**
 * Made-up jobs: the same number always gives the same job, on every machine. For the sandbox and for filling databases.
 */
import { JobId } from "@partner-api/domain/Ids"
import { type EmploymentType, Job, type JobStatus } from "@partner-api/domain/Job"
import type { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
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
const places: ReadonlyArray<Pick<Job, "location" | "workplace_type" | "country_code" | "city">> = [
  { location: "Zürich", workplace_type: "ON_SITE", country_code: "CH", city: "Zürich" },
  { location: "Berlin", workplace_type: "HYBRID", country_code: "DE", city: "Berlin" },
  { location: "Lisboa", workplace_type: "HYBRID", country_code: "PT", city: "Lisboa" },
  { location: "Kraków", workplace_type: "ON_SITE", country_code: "PL", city: "Kraków" },
  { location: "Remote", workplace_type: "REMOTE" }
]
const departments = ["Engineering", "Design", "Data", "Sales", "Care", "Facilities", "Finance"]
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

/** Each job after this number of jobs has the members that few jobs have. */
const seldom = 10

/** Members that few jobs have. */
const seldomFacts = (index: number): Partial<Job> => ({
  description_format: "TEXT",
  apply_url: `https://careers.example.com/jobs/${index}`,
  custom_fields: { team: "Payments", budget_code: 4711, tags: ["urgent"] },
  questions: [
    { id: "permit", text: "May the candidate work in the country of the job?", type: "YES_NO", required: true },
    {
      id: "start",
      text: "When can the candidate begin?",
      type: "SINGLE_SELECT",
      required: false,
      options: [
        { id: "now", label: "At once" },
        { id: "later", label: "In three months" }
      ]
    }
  ]
})
/** The id of the job with a number. */
export const sampleJobId = (index: number): JobId => JobId.make(`job_${String(index).padStart(8, "0")}`)

/** The members of the job with the number `index` that have a rule. */
const ruledJob = (index: number): Job => {
  const role = pick(roles, index, "Engineer")
  const place = pick(places, index, {})
  const status = pick(statuses, index, "OPEN")
  const salaryCents = 4_500_000 + (index % 40) * 150_000
  const created = timestampFromMillis(samplesBeginMs + (index % 8_760) * hourMs)
  return {
    id: sampleJobId(index),
    title: `${pick(levels, index, "Senior")} ${role}`,
    description: `We are looking for a ${role} in ${place.location}. You will own your work from the first sketch to daily use.`,
    status,
    ...place,
    employment_type: pick(employmentTypes, index, "FULL_TIME"),
    department: pick(departments, index, "Engineering"),
    openings: 1 + (index % 3),
    salary_min_cents: salaryCents,
    salary_max_cents: salaryCents + 1_500_000,
    currency: "EUR",
    salary_period: "YEAR",
    ...(status === "CLOSED" ? { close_reason: "FILLED", hired_count: 1, closes_on: "2026-02-28" } : {}),
    ...(index % seldom === 0 ? seldomFacts(index) : {}),
    agency_access: "ALL",
    external_id: `REQ-${index}`,
    created_at: created,
    updated_at: created
  }
}

/** The members that some samples have, and those of the users of an organization, which no sample has. */
const ruled: ReadonlySet<string> = new Set([
  ...Array.from({ length: statuses.length * seldom }, (_, index) => Object.keys(ruledJob(index))).flat(),
  "hiring_manager_id",
  "recruiting_contact_id"
])

/** The examples of the members without a rule. A sample takes them in turn, so that a new member is in the sandbox. */
const examples = Record.filter(
  Record.map(Job.fields, ({ ast }) => examplesOf(ast)),
  (all, name) => all.length > 0 && !ruled.has(name)
)

/** The job with the number `index`. Numbers sort like the identifiers made of them. */
const sampleJob = (index: number): Job =>
  Record.isEmptyRecord(examples)
    ? ruledJob(index)
    : decode({ ...ruledJob(index), ...Record.map(examples, (all) => all[index % all.length]) })

/** The jobs with the numbers from `first`, `count` of them. */
export const sampleJobs = (
  { count, first }: { readonly first: number; readonly count: number },
  access: AgencyAccess = "ALL"
): ReadonlyArray<Job> =>
  Array.from({ length: count }, (_, index) => ({ ...sampleJob(first + index), agency_access: access }))
