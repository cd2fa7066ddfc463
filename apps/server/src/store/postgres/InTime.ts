/**
 * Bounds how long something of the database is waited for. What is there at once needs no timer: with a free connection, that is every lease.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { SqlError } from "effect/sql/SqlError"

interface Bound {
  readonly limitMs: number
  /** The failure of what comes later. */
  readonly late: SqlError
  /** Whether what is late is ended. Else it goes on without a reader. */
  readonly endsLate: boolean
}

/** Fails when an effect takes longer than it may. */
export const inTime =
  ({ endsLate, late, limitMs }: Bound) =>
  <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
    Effect.contextWith((context: Context.Context<R>) => {
      const fiber = Effect.runForkWith(context)(effect)
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) return exit
      return Effect.callback<A, SqlError>((resume) => {
        const timer = setTimeout(() => {
          resume(Effect.fail(late))
          if (endsLate) fiber.interruptUnsafe()
        }, limitMs)
        fiber.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.andThen(
          Effect.sync(() => clearTimeout(timer)),
          Fiber.interrupt(fiber)
        )
      })
    })
