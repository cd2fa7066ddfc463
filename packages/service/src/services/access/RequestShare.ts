/**
 * What the request at hand takes of the service: the work that is counted for its cost (`RequestCost.ts` of the domain), and its turn
 * (`FairTurns.ts`).
 *
 * Services count where they work; work outside of a request counts for nobody. The cost is taken off the allowance when the request ends
 * (`RequestHandler.ts`).
 */
import { noWork, type WorkKind } from "@partner-api/domain/RequestCost"
import { wordsOf } from "@partner-api/domain/Search"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Turn } from "./FairTurns.ts"

/** The work of one request so far. */
export type CountedWork = Record<WorkKind, number>

/** What one request takes. */
export interface RequestShare {
  readonly work: CountedWork
  /** The turn of the request; absent before it has one, and where none is needed. */
  turn: Turn | undefined
}

/** A share of which nothing is taken yet. */
export const makeShare = (): RequestShare => ({
  work: { ...noWork },
  turn: undefined
})

/** The share of the request at hand; outside of a request, one that nobody looks at. */
export const CurrentShare = Context.Reference<RequestShare>("@partner-api/service/RequestShare", {
  defaultValue: makeShare
})

/** Counts work of the request at hand. */
export const countWork = (kind: WorkKind, count: number): Effect.Effect<void> =>
  Effect.map(CurrentShare, ({ work }) => {
    work[kind] += count
  })

/** Counts the words of a query; nothing where there is none. */
export const countSearch = (query: string | undefined): Effect.Effect<void> =>
  query === undefined ? Effect.void : countWork("wordsSearched", wordsOf([query]).length)

/** Counts the words of a record by which it is found. */
export const countIndexed = (texts: ReadonlyArray<string | undefined>): Effect.Effect<void> =>
  Effect.suspend(() => countWork("wordsIndexed", wordsOf(texts).length))

/** Runs an effect that waits for others, such as the next event. Meanwhile the turn of the request is free for another one of its client. */
export const outsideTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentShare, ({ turn }) =>
    turn === undefined
      ? effect
      : Effect.acquireUseRelease(
          Effect.sync(() => turn.pause()),
          () => effect,
          () => Effect.sync(() => turn.resume())
        )
  )
