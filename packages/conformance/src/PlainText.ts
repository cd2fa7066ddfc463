/**
 * Text of the server under check as a terminal may show it: a character that could drive the terminal or turn the reading order around
 * is written as an escape, such as `\u001b`.
 *
 * Four hex digits, as in JSON: there the escape means the character that it replaces.
 */

/** Control characters (C0, DEL, C1), line and paragraph separators, and the marks that reorder text. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** One line of text, with nothing in it that a terminal obeys. */
export const plainText = (line: string): string => line.replace(unsafe, escaped)

/** Several lines, each of them plain. */
export const plainLines = (text: string): string => text.split("\n").map(plainText).join("\n")
