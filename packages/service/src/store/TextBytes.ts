/**
 * The size of a text as it is stored.
 */

/** The number of bytes of a text in UTF-8. */
export const textBytes = (text: string): number => new TextEncoder().encode(text).length
