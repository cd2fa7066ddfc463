/**
 * The place of a number in a request: each request has another number there.
 */

export const place = "{n}"

/** How long every number is, so that all requests are equally long. */
export const digits = 12

export const digitsOf = (number: number): string => String(number).slice(-digits).padStart(digits, "0")
