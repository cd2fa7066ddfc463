/**
 * {@link JobStore} and {@link JobPages} in memory.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { isShownToAgencies, Job } from "@partner-api/domain/Job"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { JobPages, type JobRow } from "../JobPages.ts"
import { JobStore } from "../JobStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordsOf } from "./MemoryState.ts"

const encodeJob = Schema.encodeSync(Schema.fromJsonString(Job))

const toRow = (job: Job): JobRow => ({ id: job.id, json: encodeJob(job) })

/** At most `count` jobs after an id that meet a condition. */
const jobsAfter = (
  state: MemoryState,
  organizationId: OrganizationId,
  after: string,
  count: number,
  condition: (job: Job) => boolean
): ReadonlyArray<Job> => {
  const { jobs } = recordsOf(state, organizationId)
  const found = jobs.after(after, count)
  const last = found.at(-1)
  const meeting = found.filter(condition)
  return last === undefined || found.length < count || meeting.length === count
    ? meeting
    : [...meeting, ...jobsAfter(state, organizationId, last.id, count - meeting.length, condition)]
}

const pages = Layer.effect(
  JobPages,
  Effect.map(Memory, ({ read }) => {
    const reading =
      (condition: (job: Job) => boolean): JobPages["Service"]["after"] =>
      (organizationId, after, count) =>
        read((state) => jobsAfter(state, organizationId, after, count, condition).map(toRow))
    return JobPages.of({ after: reading(() => true), shownToAgenciesAfter: reading(isShownToAgencies) })
  })
)

const jobs = Layer.effect(
  JobStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(recordsOf(state, organizationId).jobs.find(id)))
    return JobStore.of({
      find,
      lock: find,
      insert: (organizationId, job) =>
        write((state) => {
          const records = recordsOf(state, organizationId)
          const isTaken = records.jobs.rows.some(
            ({ id, external_id }) => id === job.id || (external_id !== undefined && external_id === job.external_id)
          )
          return isTaken
            ? [state, false]
            : [{ ...state, records: state.records.put({ ...records, jobs: records.jobs.put(job) }) }, true]
        }),
      byExternalId: (organizationId, externalIds) =>
        read((state) => {
          const wanted = new Set(externalIds)
          return new Map(
            recordsOf(state, organizationId).jobs.rows.flatMap((job) =>
              job.external_id !== undefined && wanted.has(job.external_id) ? [[job.external_id, job]] : []
            )
          )
        }),
      saveAll: (organizationId, saved) =>
        write((state) => {
          const records = recordsOf(state, organizationId)
          const table = saved.reduce((all, job) => all.put(job), records.jobs)
          return [{ ...state, records: state.records.put({ ...records, jobs: table }) }, undefined]
        })
    })
  })
)

export const layer = Layer.merge(jobs, pages)
