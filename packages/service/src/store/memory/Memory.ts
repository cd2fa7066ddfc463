/**
 * The memory that the stores share: one immutable state, and a permit for the transaction that changes it.
 *
 * A transaction works on a draft of its own and puts it in the place of the state when it succeeds; when it fails, the state is what it
 * was. Readers outside see nothing of a draft. Nothing survives the process.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { emptyState, type MemoryState } from "./MemoryState.ts"

/** A place for a state. */
interface Place {
  state: MemoryState
}

/** The draft of the transaction under way; none outside of one. */
const Draft = Context.Reference<Place | undefined>("@partner-api/service/Draft", { defaultValue: () => undefined })

export class Memory extends Context.Service<
  Memory,
  {
    readonly read: <A>(look: (state: MemoryState) => A) => Effect.Effect<A>
    /** Changes the state: `change` gives the next one and what to answer. */
    readonly write: <A>(change: (state: MemoryState) => readonly [next: MemoryState, answer: A]) => Effect.Effect<A>
    /** Runs `effect` as one transaction. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** The state at this moment, drafts left out. */
    readonly current: () => MemoryState
  }
>()("@partner-api/service/Memory") {}

/** Makes a memory that begins with `initial`. */
export const makeMemory = (initial: MemoryState = emptyState): Memory["Service"] => {
  const permit = Semaphore.makeUnsafe(1)
  const committed: Place = { state: initial }
  const changing = <A>(place: Place, change: (state: MemoryState) => readonly [MemoryState, A]): A => {
    const [next, answer] = change(place.state)
    place.state = next
    return answer
  }
  return Memory.of({
    read: (look) => Effect.map(Draft, (draft) => look((draft ?? committed).state)),
    write: (change) =>
      Effect.flatMap(Draft, (draft) =>
        draft === undefined
          ? permit.withPermit(Effect.sync(() => changing(committed, change)))
          : Effect.sync(() => changing(draft, change))
      ),
    transaction: (effect) =>
      permit.withPermit(
        Effect.suspend(() => {
          const draft: Place = { state: committed.state }
          return Effect.tap(Effect.provideService(effect, Draft, draft), () =>
            Effect.sync(() => {
              committed.state = draft.state
            })
          )
        })
      ),
    current: () => committed.state
  })
}
