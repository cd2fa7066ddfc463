/**
 * The work that a server does between requests. It ends with the server.
 */
import { Purges } from "@partner-api/service/services/Purges"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"

/** How often expired tokens and answers are removed. */
const purgeIntervalMs = 60_000

/** Repeats work for as long as the server runs. A failure is logged by the store; the next round tries again. */
const every = <E>(intervalMs: number, work: Effect.Effect<void, E>) =>
  work.pipe(Effect.ignore, Effect.repeat(Schedule.spaced(Duration.millis(intervalMs))), Effect.forkScoped)

export const layer = Layer.effectDiscard(
  Effect.flatMap(Purges, ({ answers, tokens }) =>
    Effect.andThen(every(purgeIntervalMs, tokens), every(purgeIntervalMs, answers))
  )
).pipe(Layer.provide(Purges.layer))
