/**
 * The turn to write on a database file that several processes have open. SQLite lets one of them write at a time and makes the others wait
 * without serving anything; the one that has the turn finds none of them to wait for. Commands of the operator take no turn.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** Holds the turn for as long as the scope. */
type HoldTurn = Effect.Effect<void, never, Scope>

/** Absent where one process alone serves. */
export const WriteTurn = Context.Reference<HoldTurn | undefined>("@partner-api/server/WriteTurn", {
  defaultValue: () => undefined
})

/** Makes turns of one process, of those that give them: `want` asks for a turn by a number, `end` ends it or the wait for it. */
export const makeHoldTurn = (want: (turn: number, give: () => void) => void, end: (turn: number) => void): HoldTurn => {
  let count = 0
  const number = Effect.acquireRelease(
    Effect.sync(() => ++count),
    (turn) => Effect.sync(() => end(turn))
  )
  return Effect.flatMap(number, (turn) => Effect.callback((resume) => want(turn, () => resume(Effect.void))))
}
