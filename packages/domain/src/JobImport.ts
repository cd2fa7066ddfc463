/**
 * A job as another system hands it over, one for each line of a file, and what it makes of the job that is there.
 *
 * A line is the whole job: a member it leaves out is not known any more. What the service made stays: identifier and `created_at`.
 * Reads no files and parses no format; time and identifier come in as arguments.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { ExternalId, JobId } from "./Ids.ts"
import { boundedInteger } from "./Integer.ts"
import { closeReasonProblems, Job, JobStatus, salaryProblems, sameJob } from "./Job.ts"
import { optionalJobMembers } from "./JobWrites.ts"
import { AgencyAccess } from "./OrganizationSettings.ts"
import type { Problem } from "./Problem.ts"
import { strictDecoder } from "./StrictDecoder.ts"
import { completeTimes, notBefore, timeProblems } from "./RecordTimes.ts"
import { lineText, multiLineText, trimmedText } from "./Text.ts"
import { Timestamp, timestampFromMillis } from "./Timestamp.ts"

/** The longest title, in characters: a heading, not a text. */
export const jobTitleMax = 200

/** The longest description, in characters: some fifty printed pages. */
export const jobDescriptionMax = 100_000

/** The longest location, in characters. */
export const jobLocationMax = 200

/** More openings than this are a slip of the keyboard. */
export const openingsMax = 1_000_000

/** A line of a file of jobs. Its members stand in the order of {@link Job}, so that a job is written the same each time. */
export const JobLine = Schema.Struct({
  title: trimmedText(1, jobTitleMax),
  description: multiLineText(1, jobDescriptionMax),
  status: Schema.optionalKey(JobStatus),
  ...Struct.map(
    { ...optionalJobMembers, location: lineText(1, jobLocationMax), openings: boundedInteger(0, openingsMax) },
    Schema.optionalKey
  ),
  agency_access: Schema.optionalKey(AgencyAccess),
  external_id: ExternalId,
  created_at: Schema.optionalKey(Timestamp),
  updated_at: Schema.optionalKey(Timestamp)
})
export type JobLine = typeof JobLine.Type

/**
 * A line as lists of jobs show it: with what the service made. It is not imported. Jobs are found by their `external_id`: a job that is there
 * keeps its id and the number of its hires, and a new one gets an id and has no hires.
 */
export const ListedJobLine = Schema.Struct({
  id: Schema.optionalKey(JobId),
  ...JobLine.fields,
  hired_count: Job.fields.hired_count
})

const decode = strictDecoder(ListedJobLine)

/** The problems of members that are seen together. */
const contradictions = (line: JobLine, nowMs: number): ReadonlyArray<Problem> => [
  ...salaryProblems(line),
  ...closeReasonProblems(line),
  ...timeProblems(line, nowMs)
]

/** Reads a line, or returns everything that is wrong with it. */
export const decodeJobLine = (input: unknown, nowMs: number): Result.Result<JobLine, ReadonlyArray<Problem>> =>
  Result.flatMap(decode(input, "body"), ({ hired_count: _hired, id: _id, ...line }) => {
    const problems = contradictions(line, nowMs)
    return problems.length > 0 ? Result.fail(problems) : Result.succeed(line)
  })

/** The new job that a line makes. Without a member of its own, it has the access that the organization has set. */
export const newJobOf = (
  line: JobLine,
  made: { readonly id: JobId; readonly nowMs: number; readonly access: AgencyAccess }
): Job => ({
  id: made.id,
  agency_access: made.access,
  ...line,
  ...completeTimes(line, made.nowMs)
})

/**
 * The stored job after a line with its `external_id`, which keeps the access that the line does not name: the very same object when the line changes nothing. A change is marked with
 * the line's `updated_at`, or with the present; neither comes before the kept `created_at`.
 */
export const changedJobOf = (line: JobLine, stored: Job, nowMs: number): Job => {
  const created_at = stored.created_at ?? line.created_at
  const times = (updated_at: Timestamp | undefined) => ({
    ...(created_at === undefined ? {} : { created_at }),
    ...(updated_at === undefined ? {} : { updated_at: notBefore(updated_at, created_at) })
  })
  const { created_at: _created, updated_at: given, ...members } = line
  const kept = stored.hired_count === undefined ? {} : { hired_count: stored.hired_count }
  const { agency_access = stored.agency_access } = line
  const repeated: Job = {
    id: stored.id,
    ...members,
    ...(agency_access === undefined ? {} : { agency_access }),
    ...kept,
    ...times(given ?? stored.updated_at)
  }
  if (sameJob(repeated, stored)) return stored
  return { ...repeated, ...times(given ?? timestampFromMillis(nowMs)) }
}
