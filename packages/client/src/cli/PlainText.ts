/**
 * Text of the platform as a terminal may show it: whatever could drive the terminal or turn the reading order around is written out.
 *
 * A job title is anybody's text. Escape sequences in it must not move the cursor, set a title or hide what stands beside it.
 */

/** Control characters (C0, DEL, C1), line and paragraph separators, and the marks that reorder text. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** The text in one line, with nothing in it that a terminal obeys. */
export const plainText = (text: string): string => text.replace(unsafe, escaped)

/**
 * The same for JSON that is written already: the escapes mean to a program what the characters meant. Of the lower ones JSON itself
 * lets none through.
 */
export const plainJson = (value: unknown): string => plainText(JSON.stringify(value))
