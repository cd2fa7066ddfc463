/**
 * Work of the service on what is due: each item in a write of its own, so that requests come between. The caller decides which items are due, and the work on one.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { system } from "@partner-api/domain/Journal"
import * as Effect from "effect/Effect"
import type { StoreError } from "../store/StoreError.ts"
import { inBatches } from "./Batches.ts"
import { Journal } from "./Journal.ts"

/** The work on an item. */
export interface ItemWork<Key> {
  /** The step before the write of an item, in transactions of its own; nothing by default. */
  readonly before?: (key: Key) => Effect.Effect<void, StoreError>
  /** Reads the item anew under its lock: another one may have worked on it meanwhile. */
  readonly work: (key: Key) => Effect.Effect<void, StoreError, CurrentWrite>
}

/** The items that are due, and the work on them. */
export interface DueWork<Key> extends ItemWork<Key> {
  /** At most `perLook` items that are due now. */
  readonly find: Effect.Effect<ReadonlyArray<Key>, StoreError>
  readonly perLook: number
}

/** Makes the function that works on one item, and lets requests come after it. */
export const makeItemWork = Effect.map(
  Journal,
  (journal) =>
    <Key>({ before = () => Effect.void, work }: ItemWork<Key>) =>
    (key: Key): Effect.Effect<void, StoreError> =>
      before(key).pipe(Effect.andThen(journal.write(system, work(key))), Effect.andThen(Effect.yieldNow))
)

/** Makes the function that works until nothing is due. */
export const makeDueWork = Effect.map(
  makeItemWork,
  (workOn) =>
    <Key>({ find, perLook, ...item }: DueWork<Key>): Effect.Effect<void, StoreError> => {
      const some = Effect.tap(find, (keys) => Effect.forEach(keys, workOn(item), { discard: true }))
      return inBatches(
        Effect.map(some, ({ length }) => length),
        perLook
      )
    }
)
