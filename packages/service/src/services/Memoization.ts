/**
 * Memoizes functions of values that stores share: a second read of the same stored text gives the same value, and the result for that value, such as
 * its answer or its tag, is cached with it.
 *
 * Values do not change: another state of a resource is another value. Results for values that no store shares are not cached.
 */
import * as Predicate from "effect/Predicate"

const shared = new WeakSet<object>()

/** Marks a value as shared, and returns it. */
export const share = <A extends object>(value: A): A => {
  shared.add(value)
  return value
}

/** Memoizes a function for shared values. Its results are shared values too. */
export const memoized = <A, B extends object>(make: (value: A) => B): ((value: A) => B) => {
  const made = new WeakMap<object, B>()
  return (value) => {
    if (!Predicate.isObject(value) || !shared.has(value)) return make(value)
    const before = made.get(value)
    if (before !== undefined) return before
    const now = share(make(value))
    made.set(value, now)
    return now
  }
}
