/**
 * {@link AttachmentStore} in memory.
 */
import type { Attachment } from "@partner-api/domain/Attachment"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type AttachmentKey, attachmentsPerSweep, AttachmentStore } from "../AttachmentStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

/** A row; without an attachment it is begun or removed. */
export interface AttachmentRow {
  readonly key: AttachmentKey
  readonly attachment: Attachment | undefined
  readonly isRemoved: boolean
  readonly changedAtMs: number
  /** Of an attachment that waits for the scanner. */
  readonly scan?: { readonly dueAtMs: number; readonly attempts: number } | undefined
}

const nameOf = ({ applicationId, id }: Omit<AttachmentKey, "organizationId">): string => `${applicationId} ${id}`

const attachments = recordKind<AttachmentRow>("attachments", ({ key }) => nameOf(key))

export const rowsOf = (state: MemoryState, organizationId: OrganizationId) =>
  tableOf(state, organizationId, attachments).rows

export const saved = (state: MemoryState, row: AttachmentRow): MemoryState =>
  withRows(state, row.key.organizationId, attachments, [row])

export const findRow = (state: MemoryState, key: AttachmentKey): AttachmentRow | undefined =>
  tableOf(state, key.organizationId, attachments).find(nameOf(key))

/** Whether the bytes of a file may be there although nothing is shown of it. */
export const isUnsettled = ({ attachment }: AttachmentRow): boolean => attachment === undefined

const removed = (row: AttachmentRow, changedAtMs: number): AttachmentRow => ({
  key: row.key,
  attachment: undefined,
  isRemoved: true,
  changedAtMs
})

/** A file that is to be scanned is due at once. */
const scanOf = ({ scan_status }: Attachment, nowMs: number) =>
  scan_status === "PENDING" ? { dueAtMs: nowMs, attempts: 0 } : undefined

const settledIn = (state: MemoryState, organizationId: OrganizationId, applicationId: ApplicationId) =>
  rowsOf(state, organizationId).flatMap(({ attachment, key }) =>
    attachment === undefined || key.applicationId !== applicationId ? [] : [attachment]
  )

const unsettledIn = (state: MemoryState, begunBeforeMs: number): ReadonlyArray<AttachmentRow> =>
  state.records.rows
    .flatMap(({ organizationId }) => rowsOf(state, organizationId))
    .filter((row) => row.isRemoved || (row.attachment === undefined && row.changedAtMs < begunBeforeMs))

export const layer = Layer.effect(
  AttachmentStore,
  Effect.map(Memory, ({ read, write }) =>
    AttachmentStore.of({
      begin: (key, changedAtMs) =>
        write((state) => [saved(state, { key, attachment: undefined, isRemoved: false, changedAtMs }), undefined]),
      settle: (key, attachment, changedAtMs) =>
        write((state) => {
          const row = findRow(state, key)
          return row === undefined || row.isRemoved
            ? [state, false]
            : [
                saved(state, { key, attachment, isRemoved: false, changedAtMs, scan: scanOf(attachment, changedAtMs) }),
                true
              ]
        }),
      find: (key) => read((state) => Option.fromUndefinedOr(findRow(state, key)?.attachment)),
      ofApplication: (organizationId, applicationId) =>
        read((state) => settledIn(state, organizationId, applicationId)),
      remove: (key, nowMs) =>
        write((state) => {
          const row = findRow(state, key)
          return [row === undefined ? state : saved(state, removed(row, nowMs)), undefined]
        }),
      abandon: (key, nowMs) =>
        write((state) => {
          const row = findRow(state, key)
          return [
            row === undefined || row.attachment !== undefined ? state : saved(state, removed(row, nowMs)),
            undefined
          ]
        }),
      removeAll: (organizationId, applicationId, nowMs) =>
        write((state) => [
          rowsOf(state, organizationId)
            .filter(({ key }) => key.applicationId === applicationId)
            .reduce((next, row) => saved(next, removed(row, nowMs)), state),
          undefined
        ]),
      storedBytes: (organizationId) =>
        read((state) =>
          rowsOf(state, organizationId).reduce((sum, { attachment }) => sum + (attachment?.size_bytes ?? 0), 0)
        ),
      countBytes: (clientId, dayAtMs, bytes) =>
        write((state) => {
          const { attachmentBytes } = state
          const before = attachmentBytes.find(attachmentBytes.keyOf({ clientId, dayAtMs, bytes }))?.bytes ?? 0
          const all = before + bytes
          return [{ ...state, attachmentBytes: attachmentBytes.put({ clientId, dayAtMs, bytes: all }) }, all]
        }),
      sentBytes: (clientId, dayAtMs) =>
        read(
          ({ attachmentBytes }) =>
            attachmentBytes.find(attachmentBytes.keyOf({ clientId, dayAtMs, bytes: 0 }))?.bytes ?? 0
        ),
      unsettled: (begunBeforeMs) =>
        read((state) =>
          unsettledIn(state, begunBeforeMs)
            .slice(0, attachmentsPerSweep)
            .map(({ key }) => key)
        ),
      firstUnsettledMs: (begunBeforeMs) =>
        read((state) =>
          unsettledIn(state, begunBeforeMs).reduce<Option.Option<number>>(
            (first, { changedAtMs }) =>
              Option.some(
                Math.min(
                  changedAtMs,
                  Option.getOrElse(first, () => changedAtMs)
                )
              ),
            Option.none()
          )
        ),
      forget: (key) =>
        write((state) => {
          const table = tableOf(state, key.organizationId, attachments)
          const isForgotten = (row: AttachmentRow) => nameOf(row.key) === nameOf(key) && row.attachment === undefined
          return [withTable(state, key.organizationId, attachments, table.without(isForgotten)), undefined]
        }),
      purgeBytes: (beforeMs) =>
        write((state) => [
          { ...state, attachmentBytes: state.attachmentBytes.without(({ dayAtMs }) => dayAtMs < beforeMs) },
          undefined
        ])
    })
  )
)
