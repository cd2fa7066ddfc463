/**
 * {@link ScanStore} in memory, on the rows of attachments.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { AttachmentKey } from "../AttachmentStore.ts"
import { scansPerLook, ScanStore, type WaitingScan } from "../ScanStore.ts"
import { Memory } from "./Memory.ts"
import { type AttachmentRow, findRow, rowsOf, saved } from "./MemoryAttachmentStore.ts"
import type { MemoryState } from "./MemoryState.ts"

/** A row that waits, with its attachment; nothing of any other row. */
const waitingIn = (row: AttachmentRow | undefined) =>
  row?.attachment === undefined || row.scan === undefined
    ? undefined
    : { row, attachment: row.attachment, scan: row.scan }

const waitingAt = (state: MemoryState, key: AttachmentKey) => waitingIn(findRow(state, key))

const allWaiting = (state: MemoryState) =>
  state.records.rows
    .flatMap(({ organizationId }) => rowsOf(state, organizationId))
    .flatMap((row) => waitingIn(row) ?? [])

export const layer = Layer.effect(
  ScanStore,
  Effect.map(Memory, ({ read, write }) =>
    ScanStore.of({
      due: (nowMs) =>
        read((state) =>
          allWaiting(state)
            .map(({ attachment, row, scan }): WaitingScan => ({ key: row.key, attachment, ...scan }))
            .filter(({ dueAtMs }) => dueAtMs <= nowMs)
            .toSorted((left, right) => left.dueAtMs - right.dueAtMs)
            .slice(0, scansPerLook)
        ),
      take: (wanted, untilMs) =>
        write((state) => {
          const waiting = waitingAt(state, wanted.key)
          if (waiting === undefined || waiting.scan.dueAtMs !== wanted.dueAtMs) return [state, Option.none()]
          const scan = { dueAtMs: untilMs, attempts: waiting.scan.attempts + 1 }
          const taken: WaitingScan = { key: wanted.key, attachment: waiting.attachment, ...scan }
          return [saved(state, { ...waiting.row, scan }), Option.some(taken)]
        }),
      postpone: (key, dueAtMs) =>
        write((state) => {
          const waiting = waitingAt(state, key)
          return [
            waiting === undefined ? state : saved(state, { ...waiting.row, scan: { ...waiting.scan, dueAtMs } }),
            undefined
          ]
        }),
      end: (key, attachment) =>
        write((state) => {
          const waiting = waitingAt(state, key)
          return waiting === undefined
            ? [state, false]
            : [saved(state, { ...waiting.row, attachment, scan: undefined }), true]
        }),
      backlog: read((state) => {
        const times = allWaiting(state).map(({ row }) => row.changedAtMs)
        return { waiting: times.length, oldestMs: times.length === 0 ? undefined : Math.min(...times) }
      })
    })
  )
)
