/**
 * The port to the state of a store: whether it can be read and written at this moment.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class StoreHealth extends Context.Service<
  StoreHealth,
  {
    /** Whether a read succeeds. */
    readonly canRead: Effect.Effect<boolean>
    /** Whether a write succeeds; it changes nothing that matters. */
    readonly canWrite: Effect.Effect<boolean>
  }
>()("@partner-api/service/StoreHealth") {}
