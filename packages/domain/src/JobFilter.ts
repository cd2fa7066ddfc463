/**
 * The filters of the list of jobs (decisions, Filters).
 */
import * as Schema from "effect/Schema"

import { anyOf, sinceMs, UpdatedSince } from "./Filter.ts"
import { ExternalId } from "./Ids.ts"
import { type Job, JobStatus } from "./Job.ts"
import { meetsQuery, SearchQuery } from "./Search.ts"

/** The filters of jobs; a job must match each of them. */
export const JobFilter = Schema.Struct({
  status: Schema.optionalKey(
    anyOf(JobStatus).annotate({
      description: "Jobs that stand so; may come several times",
      examples: [["OPEN"]]
    })
  ),
  external_id: Schema.optionalKey(ExternalId.annotate({ description: "The job that another system calls so" })),
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

/** Whether a job that was last written at a moment meets a filter. */
export const meetsJobFilter = (
  { external_id, q, status, updated_since }: JobFilter,
  job: Job,
  writtenAtMs: number
): boolean =>
  (status === undefined || (job.status !== undefined && status.includes(job.status))) &&
  (external_id === undefined || job.external_id === external_id) &&
  (q === undefined || meetsQuery(q, searchedInJob(job))) &&
  (updated_since === undefined || writtenAtMs >= sinceMs(updated_since))
