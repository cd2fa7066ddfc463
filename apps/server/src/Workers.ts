/**
 * The work that a server does between requests. It ends with the server.
 */
import { Purges } from "@partner-api/service/services/Purges"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { SqlClient } from "effect/sql/SqlClient"
import { addMissing } from "./store/sql/SearchBacklog.ts"

/** How often expired tokens and answers are removed. */
const purgeIntervalMs = 60_000

/** Repeats work for as long as the server runs. A failure is logged by the store; the next round tries again. */
const every = <E>(intervalMs: number, work: Effect.Effect<void, E>) =>
  work.pipe(Effect.ignore, Effect.repeat(Schedule.spaced(Duration.millis(intervalMs))), Effect.forkScoped)

/** How often a server looks for records that are not in the search index: those that a node of the release before has written. */
const searchIntervalMs = 5_000

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { answers, tokens } = yield* Purges
    const sql = yield* SqlClient
    yield* every(purgeIntervalMs, tokens)
    yield* every(purgeIntervalMs, answers)
    yield* every(searchIntervalMs, addMissing(sql))
  })
).pipe(Layer.provide(Purges.layer))
