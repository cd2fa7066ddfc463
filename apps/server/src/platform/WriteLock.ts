/**
 * The lock of writes on a database file that several processes have open. SQLite lets one process write at a time and blocks the others, which serve
 * nothing meanwhile. A process with the lock finds no other one that writes. Commands of the operator do not take it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** Holds the lock for as long as the scope. */
type HoldWriteLock = Effect.Effect<void, never, Scope>

/** Absent where one process alone serves. */
export const WriteLock = Context.Reference<HoldWriteLock | undefined>("@partner-api/server/WriteLock", {
  defaultValue: () => undefined
})

/** Makes the lock of a process: `want` queues for it under a number, `end` releases it or ends the wait. */
export const makeWriteLock = (
  want: (turn: number, give: () => void) => void,
  end: (turn: number) => void
): HoldWriteLock => {
  let count = 0
  const number = Effect.acquireRelease(
    Effect.sync(() => ++count),
    (turn) => Effect.sync(() => end(turn))
  )
  return Effect.flatMap(number, (turn) => Effect.callback((resume) => want(turn, () => resume(Effect.void))))
}
