/**
 * Jobs for people: one line about a job, or all that is known of it.
 */
import { Job as JobSchema } from "@partner-api/domain/Job"
import { formatMoney } from "@partner-api/domain/Money"
import * as Struct from "effect/Struct"
import type { Job, Question } from "../../core/Model.ts"
import { type Row, textLines, titledLines } from "../TitledLines.ts"

/** A job in a line. */
export const jobLine = ({ id, location, status, title }: Job): string =>
  [id, title, status, location].filter((part) => part !== undefined).join("  ")

/** The pay of a job in its period. A salary without a period is one of a year. */
const salaryText = (job: Job): string | undefined => {
  const { currency, salary_max_cents, salary_min_cents, salary_period = "YEAR" } = job
  if (currency === undefined) return undefined
  const text = (amount: number | undefined) => (amount === undefined ? undefined : formatMoney({ currency, amount }))
  const [min, max] = [text(salary_min_cents), text(salary_max_cents)]
  const period = salary_period === "HOUR" ? "an hour" : `a ${salary_period.toLowerCase()}`
  if (min !== undefined && max !== undefined) return `${min} to ${max} ${period}`
  if (min !== undefined) return `from ${min} ${period}`
  return max === undefined ? undefined : `up to ${max} ${period}`
}

/** The members whose lines are not simply their values: the salary is one line, long ones come last. */
const special: ReadonlyArray<string> = [
  "id",
  "description",
  "salary_min_cents",
  "salary_max_cents",
  "currency",
  "salary_period",
  "custom_fields",
  "questions"
]

/** A line for each custom field. */
const customLines = ({ custom_fields = {} }: Job): ReadonlyArray<string> =>
  Object.entries(custom_fields).flatMap(([name, value]) =>
    textLines(`${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
  )

const titleOf = (member: string): string => member.charAt(0).toUpperCase() + member.slice(1).replaceAll("_", " ")

const memberRow =
  (job: Job) =>
  (member: keyof Job & keyof typeof JobSchema.fields): Row => [
    titleOf(member),
    job[member] === undefined ? undefined : String(job[member])
  ]

/** A question in a line, and a line for each of its options. */
const linesOfQuestion = ({ id, options = [], required, text, type }: Question): ReadonlyArray<string> => [
  `${id}: ${text} (${type}${required ? ", required" : ""})`,
  ...options.map((option) => `  ${option.id}: ${option.label}`)
]

/** The lines about the questions of a job. */
export const questionLines = ({ questions = [] }: Job): ReadonlyArray<string> => questions.flatMap(linesOfQuestion)

/** The lines about a job, in the order of its members. */
export const jobLines = (job: Job): ReadonlyArray<string> =>
  titledLines([
    ["Job", job.id],
    ...Struct.keys(JobSchema.fields)
      .filter((member) => !special.includes(member))
      .map(memberRow(job)),
    ["Salary", salaryText(job)],
    ["Custom fields", customLines(job)],
    ["Questions", questionLines(job)],
    ["Description", textLines(job.description)]
  ])
