/**
 * {@link IdempotencyStore} in memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { bodyFrom, digestOfBody } from "../AnswerInEvent.ts"
import {
  answersPerForgetting,
  answersPerPurge,
  IdempotencyStore,
  nameOf,
  type StoredAnswer
} from "../IdempotencyStore.ts"
import type { StoreError } from "../StoreError.ts"
import { Memory } from "./Memory.ts"
import { type AnswerRow, journalOf, type MemoryState } from "./MemoryState.ts"

/** What stands under a reserved key until its answer is stored: nobody outside the transaction sees it. */
const noAnswer = { status: 0, headers: {}, body: "" }

/** The JSON text of the event that has the body of an answer. */
const eventOf = ({ journals }: MemoryState, { resourceId, scope }: AnswerRow, after: number): string | undefined => {
  const { entries, events } = journalOf(journals, scope.organizationId)
  const index = entries.findIndex((entry, place) => place >= after && entry.resource_id === resourceId)
  return events.find(({ sequence }) => sequence === index + 1)?.json
}

/** An answer with its body. */
const answerOf = (state: MemoryState, row: AnswerRow): Effect.Effect<StoredAnswer, StoreError> =>
  row.event === undefined
    ? Effect.succeed(row.answer)
    : Effect.map(bodyFrom(eventOf(state, row, row.event.after), row.event.digest), (body) => ({ ...row.answer, body }))

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(Memory, ({ read, write }) =>
    IdempotencyStore.of({
      find: (scope, nowMs) =>
        Effect.flatMap(
          read((state) => state),
          (state) => {
            const row = state.answers.find(nameOf(scope))
            return row === undefined || row.expiresAtMs <= nowMs
              ? Effect.succeed(Option.none())
              : Effect.asSome(answerOf(state, row))
          }
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
      completeFromEvent: (scope, { headers, status, body }, resourceId) =>
        write((state) => {
          const reserved = state.answers.find(nameOf(scope))
          if (reserved === undefined) return [state, undefined]
          const row = {
            ...reserved,
            answer: { ...reserved.answer, headers, status },
            event: {
              digest: digestOfBody(body),
              after: journalOf(state.journals, scope.organizationId).entries.length
            },
            resourceId
          }
          return [{ ...state, answers: state.answers.put(row) }, undefined]
        }),
      forgetSome: (organizationId, resourceId) =>
        write((state) => {
          const found = state.answers.rows
            .filter((row) => row.scope.organizationId === organizationId && row.resourceId === resourceId)
            .slice(0, answersPerForgetting)
          const gone = new Set(found)
          return [{ ...state, answers: state.answers.without((row) => gone.has(row)) }, found.length]
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
