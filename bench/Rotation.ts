/**
 * The order of a round: each round begins with another variant, so that none is always the first.
 */

/** A list without its first `count` members, which come last instead. */
export const rotated = <A>(list: ReadonlyArray<A>, count: number): ReadonlyArray<A> => [
  ...list.slice(count % list.length),
  ...list.slice(0, count % list.length)
]
