/**
 * Makes the `Intl.Segmenter` of a module when it is first used. Node reads tables for it, which takes longer than all else that a module of a server
 * does when it is read, and a server that only serves never splits a text.
 *
 * A module keeps one in a constant and calls nothing but `segment`. The build fails where a module makes one anywhere else.
 */
import type { Plugin } from "rolldown"

const kept = /^const (\w+) = (?:\/\*#__PURE__\*\/\s*)?(new Intl\.Segmenter\([^)]*\));?$/gm

/** The code of a module, with its segmenters made late. All else stays on its line. */
export const withLateSegmenters = (code: string): string =>
  code.replace(
    kept,
    (_, name: string, made: string) =>
      `let ${name}Made; const ${name} = { segment: (text) => (${name}Made ??= ${made}).segment(text) };`
  )

const countIn = (code: string, pattern: RegExp): number => [...code.matchAll(pattern)].length

export const lateSegmenters = (): Plugin => ({
  name: "late-segmenters",
  transform: {
    filter: { code: /new Intl\.Segmenter\b/ },
    handler(code) {
      if (countIn(code, /new Intl\.Segmenter\b/g) > countIn(code, kept)) {
        this.error("A segmenter is not kept in a constant of the module: make it when it is first used")
      }
      return { code: withLateSegmenters(code), map: null }
    }
  }
})
