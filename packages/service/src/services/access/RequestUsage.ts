/**
 * The usage of a request: its work, from which its cost follows (`RequestCost.ts` of the domain), and its turn (`FairTurns.ts`).
 *
 * Services count their work; no client pays for work outside of a request. `RequestExchange` charges the cost when the request ends.
 */
import { noWork, type WorkKind } from "@partner-api/domain/RequestCost"
import { wordsOf } from "@partner-api/domain/Search"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Turn } from "./FairTurns.ts"

/** The counted work of a request. */
export type CountedWork = Record<WorkKind, number>

/** The usage of a request. */
export interface RequestUsage {
  readonly work: CountedWork
  /** The turn of the request. Set by `TakeTurn`; absent for requests without a token. */
  turn: Turn | undefined
}

/** The usage of a request that begins. */
export const makeUsage = (): RequestUsage => ({
  work: { ...noWork },
  turn: undefined
})

/** The usage of the request under way; outside of a request, one without a reader. */
export const CurrentUsage = Context.Reference<RequestUsage>("@partner-api/service/RequestUsage", {
  defaultValue: makeUsage
})

/** Counts work of the request under way. */
export const countWork = (kind: WorkKind, count: number): Effect.Effect<void> =>
  Effect.map(CurrentUsage, ({ work }) => {
    work[kind] += count
  })

/** Counts the words of a search; nothing without one. */
export const countSearch = (query: string | undefined): Effect.Effect<void> =>
  query === undefined ? Effect.void : countWork("wordsSearched", wordsOf([query]).length)

/** Counts the words of a record that the search index gets. */
export const countIndexed = (texts: ReadonlyArray<string | undefined>): Effect.Effect<void> =>
  Effect.suspend(() => countWork("wordsIndexed", wordsOf(texts).length))

/** Runs an effect that waits, such as for the next event. Meanwhile another request of the client may have the turn. */
export const outsideTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentUsage, ({ turn }) =>
    turn === undefined
      ? effect
      : Effect.suspend(() => {
          turn.pause()
          return Effect.ensuring(
            effect,
            Effect.sync(() => turn.resume())
          )
        })
  )
