/**
 * {@link IdempotencyStore} in memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { answersPerPurge, IdempotencyStore, nameOf } from "../IdempotencyStore.ts"
import { Memory } from "./Memory.ts"

/** What stands under a reserved key until its answer is stored: nobody outside the transaction sees it. */
const noAnswer = { status: 0, headers: {}, body: "" }

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(Memory, ({ read, write }) =>
    IdempotencyStore.of({
      find: (scope, nowMs) =>
        read(({ answers }) =>
          Option.fromNullishOr(answers.find(nameOf(scope))).pipe(
            Option.filter(({ expiresAtMs }) => expiresAtMs > nowMs),
            Option.map(({ answer }) => answer)
          )
        ),
      reserve: (scope, { expiresAtMs, fingerprint, nowMs }) =>
        write((state) => {
          const stored = state.answers.find(nameOf(scope))
          if (stored !== undefined && stored.expiresAtMs > nowMs) return [state, false]
          const row = { scope, answer: { fingerprint, ...noAnswer }, resourceId: undefined, expiresAtMs }
          return [{ ...state, answers: state.answers.put(row) }, true]
        }),
      complete: (scope, answer, resourceId) =>
        write((state) => {
          const reserved = state.answers.find(nameOf(scope))
          if (reserved === undefined) return [state, undefined]
          const row = { ...reserved, answer: { ...reserved.answer, ...answer }, resourceId }
          return [{ ...state, answers: state.answers.put(row) }, undefined]
        }),
      forget: (organizationId, resourceId) =>
        write((state) => {
          const answers = state.answers.without(
            (row) => row.scope.organizationId === organizationId && row.resourceId === resourceId
          )
          return [{ ...state, answers }, undefined]
        }),
      purge: (nowMs) =>
        write((state) => {
          const expired = state.answers.rows.filter(({ expiresAtMs }) => expiresAtMs <= nowMs).slice(0, answersPerPurge)
          const gone = new Set(expired)
          return [{ ...state, answers: state.answers.without((row) => gone.has(row)) }, expired.length]
        })
    })
  )
)
