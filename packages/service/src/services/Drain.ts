/**
 * The drain of the service before its stop: it is not ready any more, and finishes the requests under way.
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
