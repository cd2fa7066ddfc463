/**
 * Text of any length in the alphabets that cost the most: each differs in how many words, bytes and steps of normalisation a character takes.
 *
 * Makes text alone. How long a text may be stands in the schemas, which `LargestValue.ts` reads.
 */

/** Makes text of `length` characters. Another `seed` gives other words. It begins and ends with no white space. */
export type MakeText = (length: number, seed: number) => string

export type AlphabetName = "ascii" | "han" | "ligatures" | "plane2" | "escapes"

/** An alphabet: its text, and how a body writes it. */
export interface Alphabet {
  readonly name: AlphabetName
  readonly text: MakeText
  /** Whether a body escapes each character of the text, as JSON may. */
  readonly isEscaped: boolean
}

/** The characters from a code point on, `count` of them, again from the first one after the last. */
const from =
  (firstPoint: number, count: number): MakeText =>
  (length, seed) =>
    Array.from({ length }, (_, index) => String.fromCodePoint(firstPoint + ((index + seed * 7_919) % count))).join("")

const radix = 36

/** The shortest words that differ, with one separator between two. */
const shortWords: MakeText = (length, seed) => {
  const words: Array<string> = []
  for (let used = 0, number = seed * 7_919; used < length; number++) {
    const word = number.toString(radix)
    words.push(word)
    used += word.length + 1
  }
  const text = words.join(" ").slice(0, length)
  return text.endsWith(" ") ? `${text.slice(0, -1)}z` : text
}

/** U+FDFA decomposes into 18 characters, the most of all; a letter between two makes their words differ. */
const ligature = "\uFDFA"
const ligatures: MakeText = (length, seed) => {
  const letters = [...from(0xac00, 11_172)(length, seed)]
  return letters.map((letter, index) => (index % 2 === 0 ? ligature : letter)).join("")
}

/** Each takes two characters in JSON, and six as an escape. */
const quotes: MakeText = (length, seed) => {
  const mark = seed.toString(radix)
  return mark.length < length ? mark + '"\\'.repeat(length).slice(mark.length, length) : mark.slice(0, length)
}

/** The alphabets of the table. */
export const alphabets = {
  ascii: { name: "ascii", text: shortWords, isEscaped: false },
  han: { name: "han", text: from(0x4e00, 20_992), isEscaped: false },
  ligatures: { name: "ligatures", text: ligatures, isEscaped: false },
  plane2: { name: "plane2", text: from(0x20000, 42_720), isEscaped: false },
  escapes: { name: "escapes", text: quotes, isEscaped: true }
} as const satisfies Record<AlphabetName, Alphabet>

export const alphabetNames: ReadonlyArray<AlphabetName> = Object.values(alphabets).map(({ name }) => name)

/** A code unit as JSON may escape it. */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/** JSON with each character of its strings escaped, names of members included. */
const escapedJson = (value: unknown): string => {
  if (typeof value === "string") return `"${value.split("").map(escaped).join("")}"`
  if (Array.isArray(value)) return `[${value.map(escapedJson).join(",")}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${escapedJson(name)}:${escapedJson(member)}`)
      .join(",")}}`
  }
  return JSON.stringify(value)
}

/** A value as the body of an alphabet writes it. */
export const bodyText = ({ isEscaped }: Alphabet, value: unknown): string =>
  isEscaped ? escapedJson(value) : JSON.stringify(value)
