/**
 * Choices that are the same for the same seed, so that a run that failed can be run again.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

export const choicesOf = (seed: number) => {
  const random = Effect.runSync(Random.withSeed(Effect.service(Random.Random), seed))
  /** A number from 0 to `max`, without `max`. */
  const below = (max: number): number => Math.floor(random.nextDoubleUnsafe() * max)
  /** Whether it is the one of a number of choices. */
  const oneIn = (count: number): boolean => below(count) === 0
  const pick = <A>(values: ReadonlyArray<A>): A => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error("nothing to pick from")
    return value
  }
  return {
    below,
    oneIn,
    pick,
    /** Members that a request has one time in a number of requests. */
    perhaps: <A extends object>(count: number, members: A): Partial<A> => (oneIn(count) ? members : {}),
    /** One of the ids that came last, so that the same few records are met again and again; seldom an id of none. */
    recent: (ids: Iterable<string>, none: string): string => {
      const last = [...ids].slice(-12)
      return last.length === 0 || oneIn(16) ? none : pick(last)
    }
  }
}

export type Choices = ReturnType<typeof choicesOf>
