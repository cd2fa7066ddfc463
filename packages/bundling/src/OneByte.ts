/**
 * Writes a program in characters of one byte (Latin-1). Where a single character needs two, the engine keeps all of the text with two bytes
 * for each: a program of six megabytes takes twelve, and is read more slowly.
 *
 * The escapes mean the same in strings, templates and regular expressions. `String.raw` would see them, so a program must not use it on such
 * characters.
 */
import type { Plugin } from "rolldown"

const longer = /[\u0100-\uffff]/g

/** A text whose characters beyond Latin-1 are written as escapes. */
export const inOneByte = (code: string): string =>
  code.replace(longer, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

export const oneByte = (): Plugin => ({
  name: "one-byte",
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) if (part.type === "chunk") part.code = inOneByte(part.code)
  }
})
