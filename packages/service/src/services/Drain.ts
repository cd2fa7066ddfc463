/**
 * Whether the service is being stopped. From that moment it is not ready any more, while what is under way still finishes.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class Drain extends Context.Service<
  Drain,
  { readonly begin: Effect.Effect<void>; readonly hasBegun: () => boolean }
>()("@partner-api/service/Drain") {
  static readonly layer = Layer.sync(Drain, () => {
    let begun = false
    return Drain.of({
      begin: Effect.sync(() => {
        begun = true
      }),
      hasBegun: () => begun
    })
  })
}
