/**
 * The port to the keys that sign cursors: made on the first start and stored, so that every node has the same.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** The number of keys whose cursors are accepted: the present one and the one before it. */
export const cursorKeysAccepted = 2

export class CursorKeys extends Context.Service<
  CursorKeys,
  {
    /** The accepted keys, the present one first. Makes the first one when there is none. */
    readonly all: Effect.Effect<ReadonlyArray<string>, StoreError>
  }
>()("@partner-api/service/CursorKeys") {}
