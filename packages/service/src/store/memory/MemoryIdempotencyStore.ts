/**
 * {@link IdempotencyStore} in memory.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { bodyFrom, digestOfBody } from "../AnswerInEvent.ts"
import {
  answersPerForgetting,
  answerBytesPerForgetting,
  answersPerPurge,
  type ForgottenAnswers,
  IdempotencyStore,
  marksPerLook,
  nameOf,
  type StoredAnswer
} from "../IdempotencyStore.ts"
import type { StoreError } from "../StoreError.ts"
import { Memory } from "./Memory.ts"
import { type AnswerRow, journalOf, markKey, type MemoryState } from "./MemoryState.ts"

/** The content of a reserved key until its answer is stored: nobody outside the transaction sees it. */
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

/** The mark of a resource. */
const markOf = (state: MemoryState, organizationId: OrganizationId | undefined, resourceId: string | undefined) =>
  state.forgottenAnswers.find(markKey(organizationId, resourceId))?.mark

/** Whether the mark of its resource forgets an answer. */
const isForgotten = (state: MemoryState, { mark, resourceId, scope: { organizationId } }: AnswerRow): boolean => {
  const current = markOf(state, organizationId, resourceId)
  return current !== undefined && current !== mark
}

/** A state without a batch of the answers of a resource that meet a condition, and their number. */
const withoutSome = (
  state: MemoryState,
  { organizationId, resourceId }: Omit<ForgottenAnswers, "mark">,
  isMeant: (row: AnswerRow) => boolean
): readonly [MemoryState, number] => {
  let bytes = 0
  const batch = state.answers.rows
    .filter((row) => row.scope.organizationId === organizationId && row.resourceId === resourceId && isMeant(row))
    .slice(0, answersPerForgetting)
    .filter(({ answer: { body } }) => {
      const isIn = bytes < answerBytesPerForgetting
      bytes += Buffer.byteLength(body)
      return isIn
    })
  const gone = new Set(batch)
  return [{ ...state, answers: state.answers.without((row) => gone.has(row)) }, batch.length]
}

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(Memory, ({ read, write }) =>
    IdempotencyStore.of({
      find: (scope, nowMs) =>
        Effect.flatMap(
          read((state) => state),
          (state) => {
            const row = state.answers.find(nameOf(scope))
            return row === undefined || row.expiresAtMs <= nowMs || isForgotten(state, row)
              ? Effect.succeed(Option.none())
              : Effect.asSome(answerOf(state, row))
          }
        ),
      reserve: (scope, { expiresAtMs, fingerprint, nowMs }) =>
        Effect.map(
          write((state) => {
            const stored = state.answers.find(nameOf(scope))
            if (stored !== undefined && stored.expiresAtMs > nowMs && !isForgotten(state, stored)) return [state, false]
            const row = {
              scope,
              answer: { fingerprint, ...noAnswer },
              resourceId: undefined,
              mark: undefined,
              expiresAtMs
            }
            return [{ ...state, answers: state.answers.put(row) }, true]
          }),
          Effect.succeed
        ),
      complete: (scope, answer, resourceId) =>
        write((state) => {
          const reserved = state.answers.find(nameOf(scope))
          if (reserved === undefined) return [state, undefined]
          const mark = markOf(state, scope.organizationId, resourceId)
          const row = { ...reserved, answer: { ...reserved.answer, ...answer }, mark, resourceId }
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
            mark: markOf(state, scope.organizationId, resourceId),
            resourceId
          }
          return [{ ...state, answers: state.answers.put(row) }, undefined]
        }),
      forgetLater: (forgotten) =>
        write((state) => [{ ...state, forgottenAnswers: state.forgottenAnswers.put(forgotten) }, undefined]),
      forgotten: read(({ forgottenAnswers }) => forgottenAnswers.rows.slice(0, marksPerLook)),
      removeForgotten: (organizationId, resourceId) =>
        write((state) => withoutSome(state, { organizationId, resourceId }, (row) => isForgotten(state, row))),
      removeMark: ({ mark, organizationId, resourceId }) =>
        write((state) => {
          const isMeant = (row: ForgottenAnswers) =>
            row.organizationId === organizationId && row.resourceId === resourceId && row.mark === mark
          return [{ ...state, forgottenAnswers: state.forgottenAnswers.without(isMeant) }, undefined]
        }),
      forgetSome: (organizationId, resourceId) =>
        write((state) => withoutSome(state, { organizationId, resourceId }, () => true)),
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
