/**
 * A map that forgets: clients choose keys (an address is one), so without a bound they would choose how much memory that takes.
 */

/** The maximum number of keys that clients choose: ten thousand of them at once, in about two megabytes. */
export const keysMax = 10_000

/**
 * A map that forgets the keys used longest ago: it holds at most `max`, and never fewer than the half of them that was used last. Keys are
 * kept in two halves. When the newer one is full, the older one is forgotten; a key of the older one that is used comes into the newer.
 */
export const makeBoundedMap = <Value>(max: number) => {
  const halfMax = Math.ceil(max / 2)
  let newer = new Map<string, Value>()
  let older = newer
  const set = (key: string, value: Value): Value => {
    if (newer.size >= halfMax && !newer.has(key)) {
      older = newer
      newer = new Map()
    }
    newer.set(key, value)
    return value
  }
  const get = (key: string): Value | undefined => {
    const known = newer.get(key)
    if (known !== undefined) return known
    const before = older.get(key)
    return before === undefined ? undefined : set(key, before)
  }
  return { get, set, getOrMake: (key: string, make: () => Value): Value => get(key) ?? set(key, make()) }
}
