/**
 * {@link JobStore} and {@link JobPages} in memory.
 */
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { meetsJobFilter } from "@partner-api/domain/JobFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { foundById, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { JobPages } from "../JobPages.ts"
import { JobStore } from "../JobStore.ts"
import type { StoredJson } from "../StoredJson.ts"
import { Memory } from "./Memory.ts"
import { showsJob } from "./MemoryJobAccess.ts"
import { type MemoryState, recordKind, tableOf } from "./MemoryState.ts"
import { pageOfTexts } from "./MemoryPages.ts"
import { foundRows, written } from "./MemoryWrites.ts"

export const jobs = recordKind<Job>("jobs", ({ id }) => id)

const encodeJob = jsonTextOf(Job)

const toRow = (job: Job): StoredJson => ({ id: job.id, json: encodeJob(job) })

/** At most `count` jobs after an id that meet a condition. */
const jobsAfter = (
  state: MemoryState,
  organizationId: OrganizationId,
  after: string,
  count: number,
  condition: (job: Job) => boolean
): ReadonlyArray<Job> => {
  const found = tableOf(state, organizationId, jobs).after(after, count)
  const last = found.at(-1)
  const meeting = found.filter(condition)
  return last === undefined || found.length < count || meeting.length === count
    ? meeting
    : [...meeting, ...jobsAfter(state, organizationId, last.id, count - meeting.length, condition)]
}

/** Finds a job where a view shows it. */
const findShownIn =
  (read: Memory["Service"]["read"]): JobStore["Service"]["findShown"] =>
  (organizationId, agencyId, id) =>
    read((state) =>
      Option.filter(
        Option.fromNullishOr(tableOf(state, organizationId, jobs).find(id)),
        showsJob(state, organizationId, agencyId)
      )
    )

const pages = Layer.effect(
  JobPages,
  Effect.map(Memory, ({ read }) => {
    const seenBy = (
      organizationId: OrganizationId,
      agencyId: AgencyId | undefined,
      { after = "", limit }: PageRequest
    ) =>
      read((state) => {
        const isShown = showsJob(state, organizationId, agencyId)
        return pageOfTexts(foundById(jobsAfter(state, organizationId, after, lookAhead(limit), isShown).map(toRow)))
      })
    return JobPages.of({
      one: (organizationId, agencyId, id) =>
        Effect.map(findShownIn(read)(organizationId, agencyId, id), Option.map(toRow)),
      all: (organizationId, request) => seenBy(organizationId, undefined, request),
      seenBy,
      filtered: (organizationId, filter, agencyId, request) =>
        read((state) => {
          const isShown = showsJob(state, organizationId, agencyId)
          const { lookedTo, rows } = foundRows(state, organizationId, jobs, request, {
            filter,
            meets: (job, writtenAtMs) => isShown(job) && meetsJobFilter(filter, job, writtenAtMs)
          })
          return pageOfTexts({ rows: rows.map(({ position, row }) => ({ position, row: toRow(row) })), lookedTo })
        })
    })
  })
)

const store = Layer.effect(
  JobStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(tableOf(state, organizationId, jobs).find(id)))
    const findShown = findShownIn(read)
    return JobStore.of({
      find,
      findShown,
      lockShown: findShown,
      lock: find,
      insert: (organizationId, job) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => {
            const isTaken = tableOf(state, organizationId, jobs).rows.some(
              ({ id, external_id }) => id === job.id || (external_id !== undefined && external_id === job.external_id)
            )
            return isTaken ? [state, false] : [written(state, organizationId, jobs, [job], nowMs), true]
          })
        ),
      byExternalId: (organizationId, externalIds) =>
        read((state) => {
          const wanted = new Set(externalIds)
          return new Map(
            tableOf(state, organizationId, jobs).rows.flatMap((job) =>
              job.external_id !== undefined && wanted.has(job.external_id) ? [[job.external_id, job]] : []
            )
          )
        }),
      identities: (organizationId, keys) =>
        read((state) => {
          const [ids, externalIds] = [new Set(keys.ids), new Set(keys.externalIds)]
          return tableOf(state, organizationId, jobs)
            .rows.filter(
              ({ id, external_id }) => ids.has(id) || (external_id !== undefined && externalIds.has(external_id))
            )
            .map(Struct.pick(["id", "external_id", "status"]))
        }),
      touch: (organizationId, id) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => {
            const job = tableOf(state, organizationId, jobs).find(id)
            return [job === undefined ? state : written(state, organizationId, jobs, [job], nowMs), undefined]
          })
        ),
      saveAll: (organizationId, saved) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [written(state, organizationId, jobs, saved, nowMs), undefined])
        )
    })
  })
)

export const layer = Layer.merge(store, pages)
