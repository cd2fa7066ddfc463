/**
 * Writes a program in ASCII. Where a single character needs two bytes, the engine keeps all of the text with two bytes for each: a program of six
 * megabytes takes twelve. Where one is beyond ASCII, Node decodes all of them one after another when it reads the file.
 *
 * The escapes mean the same in strings, templates and regular expressions. They do not after a backslash: the build fails on one. `String.raw`
 * would see them, so a program must not use it on such characters.
 */
import type { Plugin } from "rolldown"

const longer = /[\u0080-\uffff]/g

/** Such a character after a backslash that is not itself after one. */
const escaped = /(?<!\\)(?:\\\\)*\\[\u0080-\uffff]/

/** A text whose characters beyond ASCII are written as escapes. */
export const inAscii = (code: string): string =>
  code.replace(longer, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

export const ascii = (): Plugin => ({
  name: "ascii",
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== "chunk") continue
      const [found] = escaped.exec(part.code) ?? []
      if (found !== undefined) this.error(`Write ${found.at(-1)} without the backslash before it`)
      part.code = inAscii(part.code)
    }
  }
})
