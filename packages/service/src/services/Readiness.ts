/**
 * Whether the service can take requests: it is not being stopped, and its store answers, in both directions.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import { StoreHealth } from "../store/StoreHealth.ts"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Drain } from "./Drain.ts"

const stopping = new Unavailable({ message: "Not ready: the service is being stopped." })
const unreadable = new Unavailable({ message: "Not ready: the database cannot be read." })
const unwritable = new Unavailable({
  message: "Not ready: the database cannot be written, for instance because its disk is full or it is read-only."
})

/** Whether the database can be written is found out at most once in this time. */
export const writeProbeMs = 1_000

const orFail = (check: Effect.Effect<boolean>, error: Unavailable): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(check, (succeeds) => (succeeds ? Effect.void : Effect.fail(error)))

export class Readiness extends Context.Service<Readiness, { readonly check: Effect.Effect<void, Unavailable> }>()(
  "@partner-api/service/Readiness"
) {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const drain = yield* Drain
      const { canRead, canWrite } = yield* StoreHealth
      const writes = yield* Effect.cachedWithTTL(orFail(canWrite, unwritable), Duration.millis(writeProbeMs))
      return Readiness.of({
        check: Effect.suspend(() =>
          drain.hasBegun() ? Effect.fail(stopping) : Effect.andThen(orFail(canRead, unreadable), writes)
        )
      })
    })
  )
}
