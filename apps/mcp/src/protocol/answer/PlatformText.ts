/**
 * Text of the platform as a model reads it: invisible characters, and those that change the direction of a line, are removed, or shown as
 * escapes where a human confirms the text.
 *
 * A job description is written by people whom nobody here knows. Invisible characters could carry instructions past the person who reads along. The visible
 * text is not judged here.
 */

/**
 * Control characters but line feed and tab, surrogates without their half, and the characters that Unicode defines as not displayed: zero width
 * and direction marks, bidirectional overrides and isolates, variation selectors, the tag characters (an invisible alphabet).
 */
const invisible = /(?![\n\t])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/** JSON of the platform is at most 32 deep; what is deeper than this is cut, so that no value can exhaust the stack. */
const depthMax = 64

/** Removes the invisible characters of a text. */
export const cleanText = (text: string): string => text.replace(invisible, "")

const codeUnitDigits = 4

/** A character as `\uXXXX`, once for each of its code units. */
export const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).toUpperCase().padStart(codeUnitDigits, "0")}`
  ).join("")

/** Shows each invisible character of a text as its escape. */
export const revealText = (text: string): string => text.replace(invisible, escaped)

/** As much of a text as `lengthMax` characters hold; one that was cut ends with a mark. */
export const cutText = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`

/** A text as a sentence, with one mark at its end: a question keeps its own. */
export const sentence = (text: string): string => {
  const words = text.replace(/[.\s]+$/, "")
  return words.endsWith("?") ? words : `${words}.`
}

const inEach = (change: (text: string) => string, value: unknown, depth: number): unknown => {
  if (typeof value === "string") return change(value)
  if (typeof value !== "object" || value === null) return value
  if (depth >= depthMax) return null
  return Array.isArray(value)
    ? value.map((item) => inEach(change, item, depth + 1))
    : // `fromEntries` defines members, so that one called __proto__ stays a member.
      Object.fromEntries(
        Object.entries(value).map(([name, member]) => [change(name), inEach(change, member, depth + 1)])
      )
}

/** {@link cleanText} for every text in a JSON value, names of members included. */
export const cleanJson = (value: unknown): unknown => inEach(cleanText, value, 0)

/** {@link revealText} for every text in a JSON value, names of members included. */
export const revealJson = (value: unknown): unknown => inEach(revealText, value, 0)
