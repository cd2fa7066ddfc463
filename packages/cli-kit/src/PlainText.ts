/**
 * Text as a terminal may show it: each character that could drive the terminal or turn the reading order around is written as an
 * escape, such as `\u001b`.
 *
 * A name is anybody's text. Escape sequences in it must not move the cursor, set a title, forge a line or hide what stands beside it.
 */

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, and the marks that reorder text. More than a write refuses
 * (`Text.ts` of the domain): marks of direction belong to names in some languages, and here nothing is lost when they are shown.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Four hex digits, as in JSON: there the escape means the character that it replaces. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** The text in one line, with nothing in it that a terminal obeys. */
export const plainText = (text: string): string => text.replace(unsafe, escaped)

/** The control characters that a quoted cell of CSV may hold and a terminal obeys. */
const lineEnds = new Set(["\n", "\r", "\t"])

/** The same with line ends and tabs as they are: for a cell of CSV that no terminal shows. */
export const plainCell = (text: string): string =>
  text.replace(unsafe, (character) => (lineEnds.has(character) ? character : escaped(character)))
