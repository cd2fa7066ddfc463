/**
 * {@link JobAssignmentStore} in memory.
 */
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { isPublished } from "@partner-api/domain/Job"
import { dueAtMs, JobAssignment } from "@partner-api/domain/JobAssignment"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, type PageRequest, withinBytes } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type AssignmentKey, assignmentsPerLook, JobAssignmentStore } from "../JobAssignmentStore.ts"
import type { StoredJson } from "../StoredJson.ts"
import { textBytes } from "../TextBytes.ts"
import { Memory } from "./Memory.ts"
import { assignmentKey, assignments } from "./MemoryJobAccess.ts"
import { jobs } from "./MemoryJobStore.ts"
import { type MemoryState, tableOf, withRows, withTable } from "./MemoryState.ts"
import { compareCodePoints } from "./Table.ts"

const encode = jsonTextOf(JobAssignment)

/** A page of assignments in the order of one of their members. */
const pageOf = (
  rows: ReadonlyArray<JobAssignment>,
  positionOf: (assignment: JobAssignment) => string,
  { after = "", limit }: PageRequest
) =>
  withinBytes<StoredJson>(
    {
      rows: rows
        .map((row) => ({ position: positionOf(row), row: { id: positionOf(row), json: encode(row) } }))
        .filter(({ position }) => compareCodePoints(position, after) > 0)
        .toSorted((left, right) => compareCodePoints(left.position, right.position))
        .slice(0, lookAhead(limit)),
      lookedTo: undefined
    },
    ({ json }) => textBytes(json)
  )

/** The pending assignments of all organizations with the moments at which they are due, the first one first. */
const pendingIn = (state: MemoryState) =>
  state.records.rows
    .flatMap(({ organizationId }) =>
      tableOf(state, organizationId, assignments).rows.flatMap((row) => {
        const atMs = dueAtMs(row)
        return atMs === undefined ? [] : [{ atMs, organizationId, jobId: row.job_id, agencyId: row.agency_id }]
      })
    )
    .toSorted((left, right) => left.atMs - right.atMs)

export const layer = Layer.effect(
  JobAssignmentStore,
  Effect.map(Memory, ({ read, write }) => {
    const rowsOf = (state: MemoryState, organizationId: OrganizationId) =>
      tableOf(state, organizationId, assignments).rows
    const find = ({ agencyId, jobId, organizationId }: AssignmentKey) =>
      read((state) =>
        Option.fromNullishOr(tableOf(state, organizationId, assignments).find(assignmentKey(jobId, agencyId)))
      )
    const ofJob = (state: MemoryState, organizationId: OrganizationId, jobId: JobId) =>
      rowsOf(state, organizationId).filter(({ job_id }) => job_id === jobId)
    const ofAgency = (state: MemoryState, organizationId: OrganizationId, agencyId: AgencyId) =>
      rowsOf(state, organizationId).filter(({ agency_id }) => agency_id === agencyId)
    return JobAssignmentStore.of({
      mayHide: Effect.succeed(true),
      find,
      lock: find,
      ofJob: (organizationId, jobId) => read((state) => ofJob(state, organizationId, jobId)),
      pageOfJob: (organizationId, jobId, request) =>
        read((state) => pageOf(ofJob(state, organizationId, jobId), ({ agency_id }) => agency_id, request)),
      pageOfAgency: (organizationId, agencyId, request) =>
        read((state) => pageOf(ofAgency(state, organizationId, agencyId), ({ job_id }) => job_id, request)),
      pageShown: (organizationId, agencyId, request) =>
        read((state) => {
          const shown = ofAgency(state, organizationId, agencyId).filter(({ job_id, status }) => {
            const job = tableOf(state, organizationId, jobs).find(job_id)
            return status === "ACTIVE" && job !== undefined && isPublished(job)
          })
          return pageOf(shown, ({ job_id }) => job_id, request)
        }),
      save: (organizationId, assignment) =>
        write((state) => [withRows(state, organizationId, assignments, [assignment]), undefined]),
      remove: ({ agencyId, jobId, organizationId }) =>
        write((state) => {
          const table = tableOf(state, organizationId, assignments)
          const key = assignmentKey(jobId, agencyId)
          return [
            withTable(
              state,
              organizationId,
              assignments,
              table.without((row) => table.keyOf(row) === key)
            ),
            undefined
          ]
        }),
      firstDueMs: read((state) => Option.map(Option.fromUndefinedOr(pendingIn(state)[0]), ({ atMs }) => atMs)),
      due: (nowMs) =>
        read((state) =>
          pendingIn(state)
            .filter(({ atMs }) => atMs <= nowMs)
            .slice(0, assignmentsPerLook)
            .map(({ agencyId, jobId, organizationId }) => ({ organizationId, jobId, agencyId }))
        )
    })
  })
)
