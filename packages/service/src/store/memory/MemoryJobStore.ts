/**
 * {@link JobStore} and {@link JobPages} in memory.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { isShownToAgencies, Job } from "@partner-api/domain/Job"
import { meetsJobFilter } from "@partner-api/domain/JobFilter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { JobPages, type JobRow } from "../JobPages.ts"
import { JobStore } from "../JobStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordsOf } from "./MemoryState.ts"
import { foundRows, written, writtenAtMs } from "./MemoryWrites.ts"

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

const put = (
  state: MemoryState,
  organizationId: OrganizationId,
  saved: ReadonlyArray<Job>,
  nowMs: number
): MemoryState => {
  const records = recordsOf(state, organizationId)
  const jobs = saved.reduce((all, job) => all.put(job), records.jobs)
  const ids = saved.map(({ id }) => id)
  return { ...state, records: state.records.put(written({ ...records, jobs }, "jobs", ids, nowMs)) }
}

const pages = Layer.effect(
  JobPages,
  Effect.map(Memory, ({ read }) => {
    const reading =
      (condition: (job: Job) => boolean): JobPages["Service"]["after"] =>
      (organizationId, after, count) =>
        read((state) => jobsAfter(state, organizationId, after, count, condition).map(toRow))
    return JobPages.of({
      after: reading(() => true),
      shownToAgenciesAfter: reading(isShownToAgencies),
      filtered: (organizationId, filter, isForAgencies, request) =>
        read((state) => {
          const records = recordsOf(state, organizationId)
          const writtenAtMsOf = ({ id }: Job) => writtenAtMs(records, "jobs", id)
          const { lookedTo, rows } = foundRows(records.jobs, request, {
            idOf: ({ id }) => id,
            filter,
            meets: (job) =>
              (!isForAgencies || isShownToAgencies(job)) && meetsJobFilter(filter, job, writtenAtMsOf(job)),
            writtenAtMsOf
          })
          return { rows: rows.map(({ position, row }) => ({ position, row: toRow(row) })), lookedTo }
        })
    })
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
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => {
            const isTaken = recordsOf(state, organizationId).jobs.rows.some(
              ({ id, external_id }) => id === job.id || (external_id !== undefined && external_id === job.external_id)
            )
            return isTaken ? [state, false] : [put(state, organizationId, [job], nowMs), true]
          })
        ),
      byExternalId: (organizationId, externalIds) =>
        read((state) => {
          const wanted = new Set(externalIds)
          return new Map(
            recordsOf(state, organizationId).jobs.rows.flatMap((job) =>
              job.external_id !== undefined && wanted.has(job.external_id) ? [[job.external_id, job]] : []
            )
          )
        }),
      identities: (organizationId, keys) =>
        read((state) => {
          const [ids, externalIds] = [new Set(keys.ids), new Set(keys.externalIds)]
          return recordsOf(state, organizationId)
            .jobs.rows.filter(
              ({ id, external_id }) => ids.has(id) || (external_id !== undefined && externalIds.has(external_id))
            )
            .map(Struct.pick(["id", "external_id", "status"]))
        }),
      saveAll: (organizationId, saved) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [put(state, organizationId, saved, nowMs), undefined])
        )
    })
  })
)

export const layer = Layer.merge(jobs, pages)
