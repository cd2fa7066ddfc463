/**
 * Numbers as the console writes them.
 */

/** Writes a number with its thousands apart. */
export const number = new Intl.NumberFormat("en-US")
