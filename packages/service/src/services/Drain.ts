/**
 * Whether the service is being stopped. From that moment it is not ready any more, while what is under way still finishes.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class Drain extends Context.Service<
  Drain,
  {
    readonly begin: Effect.Effect<void>
    readonly hasBegun: () => boolean
    /** Ends when the service is being stopped. */
    readonly begun: Effect.Effect<void>
  }
>()("@partner-api/service/Drain") {
  static readonly layer = Layer.sync(Drain, () => {
    const begun = Deferred.makeUnsafe<void>()
    return Drain.of({
      begin: Effect.asVoid(Deferred.succeed(begun, undefined)),
      hasBegun: () => Deferred.isDoneUnsafe(begun),
      begun: Deferred.await(begun)
    })
  })
}
