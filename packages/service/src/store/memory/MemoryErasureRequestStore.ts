/**
 * {@link ErasureRequestStore} in memory.
 */
import { isApplicationShown } from "@partner-api/domain/ApplicationAccess"
import type { StoredErasureRequest } from "@partner-api/domain/ErasureRequest"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { foundById, lookAhead } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ErasureRequestStore, type ErasureSubject, subjectsPerLook } from "../ErasureRequestStore.ts"
import { ofPerson } from "./MemoryApplicationStore.ts"
import { isUnsettled, rowsOf } from "./MemoryAttachmentStore.ts"
import { heldUntilMs } from "./MemoryPlacementStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, type RecordKind, recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

/** An application of a request. Once its person is erased, it waits for its files. */
interface SubjectRow extends ErasureSubject {
  readonly isErased: boolean
}

const requests = recordKind<StoredErasureRequest>("erasure_requests", ({ id }) => id)
const subjects = recordKind<SubjectRow>(
  "erasure_subjects",
  ({ applicationId, requestId }) => `${requestId} ${applicationId}`
)

const allOf = <Row>({ records }: MemoryState, kind: RecordKind<Row>): ReadonlyArray<Row> =>
  records.rows.flatMap(({ tables }) => Context.get(tables, kind).rows)

const without = <Row extends { readonly organizationId: OrganizationId }>(
  state: MemoryState,
  kind: RecordKind<Row>,
  rows: ReadonlyArray<Row>
): MemoryState =>
  rows.reduce(
    (next, row) =>
      withTable(
        next,
        row.organizationId,
        kind,
        tableOf(next, row.organizationId, kind).without((one) => one === row)
      ),
    state
  )

const hasBytes = (state: MemoryState, { applicationId, organizationId }: SubjectRow): boolean =>
  rowsOf(state, organizationId).some((row) => row.key.applicationId === applicationId && isUnsettled(row))

/** Whether nothing of an application is left but the name that a placement holds. */
const isHeld = (state: MemoryState, row: SubjectRow): boolean =>
  row.isErased && !hasBytes(state, row) && heldUntilMs(state, row) !== undefined

/** A request, with the moment until which placements may hold the name. */
const withHold = (state: MemoryState, request: StoredErasureRequest): StoredErasureRequest => {
  const own = tableOf(state, request.organizationId, subjects).rows.filter(({ requestId }) => requestId === request.id)
  const untilMs = own.flatMap((row) => heldUntilMs(state, row) ?? [])
  return own.some((row) => !row.isErased || hasBytes(state, row)) || untilMs.length === 0
    ? request
    : { ...request, heldUntilMs: Math.max(...untilMs) }
}

export const layer = Layer.effect(
  ErasureRequestStore,
  Effect.map(Memory, ({ read, write }) =>
    ErasureRequestStore.of({
      page: (organizationId, { after = "", limit }) =>
        read((state) =>
          foundById(
            tableOf(state, organizationId, requests)
              .after(after, Number.POSITIVE_INFINITY)
              .slice(0, lookAhead(limit))
              .map((request) => withHold(state, request))
          )
        ),
      find: (organizationId, id) =>
        read((state) =>
          Option.map(Option.fromUndefinedOr(tableOf(state, organizationId, requests).find(id)), (request) =>
            withHold(state, request)
          )
        ),
      lockUse: (organizationId, sinceMs) =>
        read(
          (state) => tableOf(state, organizationId, requests).rows.filter((row) => row.createdAtMs >= sinceMs).length
        ),
      insert: (request) => write((state) => [withRows(state, request.organizationId, requests, [request]), undefined]),
      addSubjects: ({ organizationId, requestId }, email, viewer) =>
        write((state) => {
          const found = ofPerson(state, organizationId, email)
          const rows = found.map(({ application: { id } }) => ({
            organizationId,
            requestId,
            applicationId: id,
            isErased: false
          }))
          const shown = found.filter((stored) => isApplicationShown(viewer, stored)).length
          return [withRows(state, organizationId, subjects, rows), shown]
        }),
      subjects: read((state) =>
        allOf(state, subjects)
          .filter(({ isErased }) => !isErased)
          .slice(0, subjectsPerLook)
      ),
      erased: ({ applicationId, organizationId, requestId }) =>
        write((state) => [
          withRows(state, organizationId, subjects, [{ organizationId, requestId, applicationId, isErased: true }]),
          undefined
        ]),
      release: (organizationId, applicationId) =>
        write((state) => {
          const released = tableOf(state, organizationId, subjects).rows.filter(
            (row) => row.applicationId === applicationId && !row.isErased
          )
          return [without(state, subjects, released), undefined]
        }),
      settle: write((state) => {
        const settled = allOf(state, subjects).filter(
          (row) => row.isErased && !hasBytes(state, row) && !isHeld(state, row)
        )
        return [without(state, subjects, settled), settled.length]
      }),
      end: (nowMs) =>
        write((state) => {
          const open = new Set(allOf(state, subjects).map(({ requestId }) => requestId))
          const ended = allOf(state, requests).filter(({ doneAtMs, id }) => doneAtMs === undefined && !open.has(id))
          const next = ended.reduce(
            (before, row) => withRows(before, row.organizationId, requests, [{ ...row, doneAtMs: nowMs }]),
            state
          )
          return [next, ended.length]
        }),
      purge: (endedBeforeMs) =>
        write((state) => {
          const old = allOf(state, requests).filter(
            ({ doneAtMs }) => doneAtMs !== undefined && doneAtMs < endedBeforeMs
          )
          return [without(state, requests, old), old.length]
        })
    })
  )
)
