/**
 * Jobs for people: one line about a job, or all that is known of it.
 */
import { formatMoney } from "@partner-api/domain/Money"
import type { Job } from "../../core/Model.ts"
import { textLines, titledLines } from "../TitledLines.ts"

/** A job in a line. */
export const jobLine = ({ id, location, status, title }: Job): string =>
  [id, title, status, location].filter((part) => part !== undefined).join("  ")

/** What a job pays in a year. */
const salaryText = ({ currency, salary_max_cents, salary_min_cents }: Job): string | undefined => {
  if (currency === undefined) return undefined
  const text = (amount: number | undefined) => (amount === undefined ? undefined : formatMoney({ currency, amount }))
  const [min, max] = [text(salary_min_cents), text(salary_max_cents)]
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  if (min !== undefined) return `from ${min}`
  return max === undefined ? undefined : `up to ${max}`
}

/** The lines about a job. */
export const jobLines = (job: Job): ReadonlyArray<string> =>
  titledLines([
    ["Job", job.id],
    ["Title", job.title],
    ["Status", job.status],
    ["Location", job.location],
    ["Employment", job.employment_type],
    ["Openings", job.openings === undefined ? undefined : String(job.openings)],
    ["Salary", salaryText(job)],
    ["External id", job.external_id],
    ["Created", job.created_at],
    ["Updated", job.updated_at],
    ["Description", textLines(job.description)]
  ])
