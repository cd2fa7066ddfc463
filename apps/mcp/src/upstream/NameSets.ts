/**
 * Sets of names that the platform gives, compared.
 */

/** Whether two sets have the same names. */
export const areEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name))
