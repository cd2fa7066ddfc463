/**
 * {@link StoredBytesStore} in memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StoredBytesStore } from "../StoredBytesStore.ts"
import { Memory } from "./Memory.ts"

export const layer = Layer.effect(
  StoredBytesStore,
  Effect.map(Memory, ({ read, write }) =>
    StoredBytesStore.of({
      add: (counted) =>
        write((state) => {
          const storedBytes = counted.reduce((table, row) => {
            const before = table.find(table.keyOf(row))
            return table.put({ ...row, bytes: (before?.bytes ?? 0) + row.bytes })
          }, state.storedBytes)
          return [{ ...state, storedBytes }, undefined]
        }),
      ofDay: (dayAtMs) => read(({ storedBytes }) => storedBytes.rows.filter((row) => row.dayAtMs === dayAtMs)),
      purge: (beforeMs) =>
        write((state) => [
          { ...state, storedBytes: state.storedBytes.without(({ dayAtMs }) => dayAtMs < beforeMs) },
          undefined
        ])
    })
  )
)
