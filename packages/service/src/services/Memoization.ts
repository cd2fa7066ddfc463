/**
 * Memoizes functions of shared values. A store that parses the same stored text again returns the same, shared value (`kit/StoredValues.ts` of the server);
 * a memoized function caches its result, such as the answer or the ETag, by that value.
 *
 * A value never changes: another state of a resource is another value. Results for values that are not shared are not cached.
 */
import * as Predicate from "effect/Predicate"

const shared = new WeakSet<object>()

/** Marks a value as shared, and returns it. */
export const markShared = <A extends object>(value: A): A => {
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
    const now = markShared(make(value))
    made.set(value, now)
    return now
  }
}
