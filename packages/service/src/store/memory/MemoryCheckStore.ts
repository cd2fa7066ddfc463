/**
 * {@link CheckStore} in memory.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type CheckDay, checkDaysPerPurge, CheckStore } from "../CheckStore.ts"
import { Memory } from "./Memory.ts"
import { recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

interface CheckRow extends CheckDay {
  readonly count: number
}

const keyOf = ({ clientId, dayAtMs }: Pick<CheckDay, "clientId" | "dayAtMs">): string => `${clientId} ${dayAtMs}`

const checks = recordKind<CheckRow>("candidate_checks", keyOf)

export const layer = Layer.effect(
  CheckStore,
  Effect.map(Memory, ({ write }) =>
    CheckStore.of({
      count: (day) =>
        write((state) => {
          const count = (tableOf(state, day.organizationId, checks).find(keyOf(day))?.count ?? 0) + 1
          return [withRows(state, day.organizationId, checks, [{ ...day, count }]), count]
        }),
      purge: (beforeMs) =>
        write((state) => {
          const old = state.records.rows
            .flatMap(({ tables }) => Context.get(tables, checks).rows)
            .filter(({ dayAtMs }) => dayAtMs < beforeMs)
            .slice(0, checkDaysPerPurge)
          const next = old.reduce(
            (before, row) =>
              withTable(
                before,
                row.organizationId,
                checks,
                tableOf(before, row.organizationId, checks).without((one) => one === row)
              ),
            state
          )
          return [next, old.length]
        })
    })
  )
)
