/**
 * The port to the bytes that clients have stored, by client and day (decisions, Limits).
 */
import type { ClientId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** The bytes that a client has stored in a day, which begins at `dayAtMs`. */
export interface StoredBytes {
  readonly clientId: ClientId
  readonly dayAtMs: number
  readonly bytes: number
}

export class StoredBytesStore extends Context.Service<
  StoredBytesStore,
  {
    /** Adds bytes to those of their clients and days. Each client and day is there once at most. */
    readonly add: (counted: ReadonlyArray<StoredBytes>) => Effect.Effect<void, StoreError>
    /** The bytes of all clients that have stored any in a day. */
    readonly ofDay: (dayAtMs: number) => Effect.Effect<ReadonlyArray<StoredBytes>, StoreError>
    /** Removes the days that begin before a moment. */
    readonly purge: (beforeMs: number) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/StoredBytesStore") {}
