/**
 * A source file without one of its lines: what the rule that the line keeps is tried against.
 *
 * Works on text alone; files and programs are `scripts/mutate.ts`'s. A mutant that cannot be read by Node is no trial of the rule.
 */
import { stripTypeScriptTypes } from "node:module"

export type Mutant =
  | { readonly isReadable: true; readonly text: string; readonly lineNumber: number }
  | { readonly isReadable: false; readonly why: string }

const parses = (text: string): boolean => {
  try {
    stripTypeScriptTypes(text)
    return true
  } catch {
    return false
  }
}

/** Takes the one line that holds `needle` out of a file. */
export const withoutLine = (text: string, needle: string): Mutant => {
  const lines = text.split("\n")
  const [index, ...others] = lines.flatMap((line, at) => (line.includes(needle) ? [at] : []))
  if (index === undefined || others.length > 0) return { isReadable: false, why: "not one line" }
  const rest = lines.toSpliced(index, 1).join("\n")
  return parses(rest)
    ? { isReadable: true, text: rest, lineNumber: index + 1 }
    : { isReadable: false, why: "does not parse" }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
const numbersOf = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws `count` of the items by chance, each once. The same seed draws the same. */
export const draw = <Item>(items: ReadonlyArray<Item>, count: number, seed: number): ReadonlyArray<Item> => {
  const next = numbersOf(seed)
  const rest = [...items]
  return Array.from({ length: Math.min(count, items.length) }, () =>
    rest.splice(Math.floor(next() * rest.length), 1)
  ).flat()
}
