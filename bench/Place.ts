/**
 * The place of a number in a request: each request has another number there.
 */

export const place = "{n}"

/** How long every number is, so that all requests are equally long. */
export const digits = 12

/** Numbers from 0, `count` of them, as a table of a statement. Both engines understand it. */
export const numbersBelow = (count: number): string =>
  `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`

/** A number of that table as {@link digitsOf} writes it. */
export const digitsInSql = `substr(CAST(1${"0".repeat(digits)} + n AS TEXT), 2)`

export const digitsOf = (number: number): string => String(number).slice(-digits).padStart(digits, "0")
