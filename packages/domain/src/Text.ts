/**
 * Text that people write: one line or several, trimmed or kept, with a length counted in characters (Unicode code points, as JSON
 * Schema counts).
 *
 * These are schemas of what is written. An answer takes text as it is stored: what was written under older rules is still read.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { problem } from "./Problem.ts"

/** The bounds of the length of a text, in characters; `counted` names which of them. */
export const between = (min: number, max: number, counted = "") =>
  Schema.isBetweenCodePoints(
    min,
    max,
    problem("length", `must have ${min === 0 ? "at most" : `${min} to`} ${max} characters${counted}`)
  )

/** The characters of texts and numbers in a value, however deep they lie: what a bound of all of them together counts. */
export const charactersOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + charactersOf(one), 0)
  if (typeof value === "object" && value !== null) return charactersOf(Object.values(value))
  const text = String(value)
  // A character beyond the first plane is two units.
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
}

/** Text of `min` to `max` of any characters: for what no person writes or reads, such as a cursor. */
export const boundedText = (min: number, max: number) => Schema.String.check(between(min, max))

/**
 * The characters of a text of one line: everything but control characters (C0, DEL, C1) and what turns the reading order around
 * (decisions, Resources), and what some programs take for the end of a line (U+2028, 2029). They could drive the terminal or forge the log of the person who reads the text.
 */
// oxlint-disable-next-line no-control-regex -- They are what is refused.
const inLine = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/u

/** The same with line ends and tabs. */
// oxlint-disable-next-line no-control-regex -- They are what is refused.
const inLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/u

const list = "U+0000-001F, 007F-009F, 202A-202E and 2066-2069"
const listOfLine = "U+0000-001F, 007F-009F, 2028-202E and 2066-2069"

/** A character that people see: no blank, no filler, none that only controls how a program shows others. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

const shows = Schema.makeFilter(
  // The check of the length reports text without a character.
  (text: string) => text === "" || visible.test(text),
  problem("format", "must have a character that shows")
)

/** Text of one line, kept as it is, of `min` to `max` characters. */
export const lineText = (min: number, max: number, counted?: string) =>
  Schema.String.check(
    between(min, max, counted),
    Schema.isPattern(inLine, problem("format", `must be one line without control characters; leave out ${listOfLine}`))
  )

/** Text that may have several lines, such as a description: kept as it is, of `min` to `max` characters. */
export const multiLineText = (min: number, max: number) =>
  boundedText(min, max).check(
    Schema.isPattern(
      inLines,
      problem("format", `must have no control characters but line ends and tabs; leave out the others of ${list}`)
    )
  )

/** Text of one line without white space at its ends; what is sent with some is trimmed. Of `min` to `max` characters after that. */
export const trimmedText = (min: number, max: number) =>
  Schema.String.annotate({
    description: "Counted without white space at the ends, which is removed",
    minLength: min,
    maxLength: max,
    // White space is trimmed before the rest is looked at.
    pattern: inLine.source.replace("^", String.raw`^\s*`).replace("$", String.raw`\s*$`)
  }).pipe(
    Schema.decodeTo(lineText(min, max, " beside the white space at its ends").check(shows), SchemaTransformation.trim())
  )
