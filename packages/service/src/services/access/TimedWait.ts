/**
 * Waits that last equally long at most. The first to begin is the first to end, so one sleep at a time is enough for all of them. With a sleep of its own, a wait
 * took two fibers and a timer.
 *
 * The caller defines the condition of the wait.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Waits until `begin` has called `resume`, and fails with `late` where that takes too long. `begin` may call it at once. */
export type TimedWait = <E>(
  begin: (resume: () => void) => void,
  late: Effect.Effect<never, E>
) => Effect.Effect<void, E>

const nanosPerMs = 1_000_000n

/** Waits of `lengthMs` at most, for as long as the scope. */
export const makeTimedWait = Effect.fnUntraced(function* (lengthMs: number) {
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context<never>())
  /** The function that ends each wait that lasts too long, and its time; the first to end is the first. */
  const ends = new Map<() => void, number>()
  let isWatching = false

  const nowMs = () => Number(clock.monotonicTimeNanosUnsafe() / nanosPerMs)

  const watch = Effect.gen(function* () {
    // Waits that begin meanwhile come last, and those that are over are passed by.
    for (const [end, endMs] of ends) {
      yield* Effect.sleep(Duration.millis(Math.max(0, endMs - nowMs())))
      if (ends.delete(end)) end()
    }
    isWatching = false
  })

  const wait: TimedWait = (begin, late) =>
    Effect.callback((resume) => {
      const end = () => resume(late)
      ends.set(end, nowMs() + lengthMs)
      if (!isWatching) {
        isWatching = true
        Fiber.runIn(run(watch), scope)
      }
      begin(() => {
        ends.delete(end)
        resume(Effect.void)
      })
      return Effect.sync(() => void ends.delete(end))
    })
  return wait
})
