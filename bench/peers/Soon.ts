/**
 * Values that are there at once, or later. SQLite answers within the call, and its peers lose nothing to promises that they do not
 * need; PostgreSQL answers later.
 */
export type Soon<A> = A | Promise<A>

/** Goes on with a value as soon as it is there. */
export const whenThere = <A, B>(soon: Soon<A>, use: (value: A) => Soon<B>): Soon<B> =>
  soon instanceof Promise ? soon.then(use) : use(soon)
