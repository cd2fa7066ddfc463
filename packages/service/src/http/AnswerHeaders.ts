/**
 * The headers that every answer of the process has, by the router and by the parser of HTTP alike. What a single answer has
 * besides is no matter of this file.
 */

/** No browser may take an answer for something else than its media type says: data of partners is never a script or a page. */
export const everyAnswer = { "x-content-type-options": "nosniff" } as const
