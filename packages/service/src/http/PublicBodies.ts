/**
 * Bounds the number of bodies that arrive at public endpoints. Each body is in memory until it is whole, and its sender is not authenticated yet.
 *
 * Beyond the bound, the oldest unfinished body is refused, so that new ones are read. `ReadBody` reads public bodies here.
 */
import { RequestTimeout } from "@partner-api/contract/ProtocolErrors"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { publicBodyBytesMax } from "@partner-api/contract/BodyBound"

/** The memory of all these bodies while they are unfinished: 64 MiB, a fraction of the smallest machine's. */
const heldBytesMax = 67_108_864

/** The number of unfinished bodies that take this memory: each may hold a whole body, and as much again while a listener joins its pieces. */
export const publicBodiesMax = Math.floor(heldBytesMax / (2 * publicBodyBytesMax))

const givenUp = new RequestTimeout({
  message: "The body did not arrive in time, and others are waiting. Send the request again, all of it without a pause."
})

export class PublicBodies extends Context.Service<
  PublicBodies,
  {
    /** Reads a body. Fails where newer bodies take its place before it has arrived. */
    readonly read: <A, E>(body: Effect.Effect<A, E>) => Effect.Effect<A, E | RequestTimeout>
  }
>()("@partner-api/service/PublicBodies") {
  static readonly layer = Layer.sync(PublicBodies, () => {
    /** The unfinished bodies, the oldest first. */
    const waiting = new Set<Deferred.Deferred<never, RequestTimeout>>()

    const enter = (): Deferred.Deferred<never, RequestTimeout> => {
      const entry = Deferred.makeUnsafe<never, RequestTimeout>()
      waiting.add(entry)
      const [oldest] = waiting.size > publicBodiesMax ? waiting : []
      if (oldest !== undefined) {
        waiting.delete(oldest)
        Deferred.doneUnsafe(oldest, Effect.fail(givenUp))
      }
      return entry
    }

    return PublicBodies.of({
      read: (body) =>
        Effect.suspend(() => {
          const entry = enter()
          // The read continues in a detached fiber: its interruption would cut the connection before the answer is sent.
          return Effect.forkDetach(body, { startImmediately: true }).pipe(
            Effect.flatMap((reading) => Effect.raceFirst(Fiber.join(reading), Deferred.await(entry))),
            Effect.ensuring(Effect.sync(() => waiting.delete(entry)))
          )
        })
    })
  })
}
