/**
 * A map that forgets: clients choose keys (an address is one), so without a bound they would choose how much memory that takes.
 */

/** The maximum number of keys that clients choose: ten thousand of them at once, in about two megabytes. */
export const keysMax = 10_000

/** A map that forgets the key used longest ago when there are more than `max`. */
export const makeBoundedMap = <Value>(max: number) => {
  const entries = new Map<string, Value>()
  return {
    getOrMake: (key: string, make: () => Value): Value => {
      const known = entries.get(key)
      const value = known ?? make()
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.keys().next()
      if (entries.size > max && oldest.done !== true) entries.delete(oldest.value)
      return value
    }
  }
}
