/**
 * Values that are given out more than once, and what is made of them: a store shares what it reads again and again, and what is made of a shared
 * value is made once.
 *
 * Values do not change: another state of a resource is another value. Results made from a value that is not shared are not kept.
 */
import * as Predicate from "effect/Predicate"

const shared = new WeakSet<object>()

/** Shares a value. Gives it. */
export const share = <A extends object>(value: A): A => {
  shared.add(value)
  return value
}

/** Makes something of a value, of a shared one once. What is made of a shared value is shared too. */
export const madeOnce = <A, B extends object>(make: (value: A) => B): ((value: A) => B) => {
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
