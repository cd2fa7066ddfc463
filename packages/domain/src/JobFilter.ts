/**
 * The filters of the list of jobs (decisions, Filters).
 */
import * as Schema from "effect/Schema"

import { anyOf, sinceMs, UpdatedSince } from "./Filter.ts"
import { ExternalId } from "./Ids.ts"
import { CountryCode } from "./Country.ts"
import { type Job, JobStatus, WorkplaceType } from "./Job.ts"
import { departmentMax } from "./JobWrites.ts"
import { meetsQuery, SearchQuery } from "./Search.ts"
import { lineText } from "./Text.ts"

/** The filters of jobs; a job must match each of them. */
export const JobFilter = Schema.Struct({
  status: Schema.optionalKey(
    anyOf(JobStatus).annotate({
      description: "Jobs that stand so; may come several times",
      examples: [["OPEN"]]
    })
  ),
  external_id: Schema.optionalKey(ExternalId.annotate({ description: "The job that another system calls so" })),
  workplace_type: Schema.optionalKey(
    WorkplaceType.annotate({ description: "Jobs whose work is done there", examples: ["HYBRID"] })
  ),
  country_code: Schema.optionalKey(CountryCode.annotate({ description: "Jobs in the country", examples: ["DE"] })),
  department: Schema.optionalKey(
    lineText(1, departmentMax).annotate({ description: "Jobs of the department", examples: ["Engineering"] })
  ),
  q: Schema.optionalKey(SearchQuery),
  updated_since: Schema.optionalKey(UpdatedSince)
})
export type JobFilter = typeof JobFilter.Type

/** The searched texts of a job, its names first: the index has the first words of a record alone. */
export const searchedInJob = ({
  description,
  external_id,
  location,
  title
}: Partial<Pick<Job, "description" | "external_id" | "location" | "title">>) => [
  title,
  location,
  external_id,
  description
]

/** The filters that a job meets with the very value, each with an index of its own. */
export const equalJobFilters = ["department", "country_code", "workplace_type"] as const

/** Whether a job that was last written at a moment meets a filter. */
export const meetsJobFilter = (
  { external_id, q, status, updated_since, ...others }: JobFilter,
  job: Job,
  writtenAtMs: number
): boolean =>
  (status === undefined || (job.status !== undefined && status.includes(job.status))) &&
  (external_id === undefined || job.external_id === external_id) &&
  equalJobFilters.every((name) => others[name] === undefined || others[name] === job[name]) &&
  (q === undefined || meetsQuery(q, searchedInJob(job))) &&
  (updated_since === undefined || writtenAtMs >= sinceMs(updated_since))
