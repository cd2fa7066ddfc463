/**
 * The question to a human before a write. It hides nothing: each value stands quoted in a line of its own, and each character that a
 * display could drop, fold, reorder or render is written as an escape.
 *
 * Hosts show a question as plain text or as Markdown. A quoted value reads the same in both, and read as a JSON string it is the
 * value again. A question is shown whole or not at all.
 */
import * as Result from "effect/Result"
import { escaped, revealText } from "../answer/PlatformText.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/**
 * The largest question. The fees of an agency before and after, 20 each with notes of 500 characters that are written with two, are
 * 42,000 characters. A human does not read half as much again; a longer list is made to tire.
 */
export const questionCharactersMax = 65_536

/**
 * Controls, formats, unassigned and private characters, those that Unicode defines as not displayed, white space but a single
 * space, the empty Braille pattern, marks piled on a letter beyond two, and the backtick, which would end the quotation.
 */
const hidden = /[`\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|(?<= ) |(?<=\p{M}{2})\p{M}/gu

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"]
])

/** A text as a JSON string without hidden characters, in backticks, so that Markdown shows it as it is. */
export const quoted = (text: string): string => {
  const body = text
    .replace(/[\\"]/g, (character) => `\\${character}`)
    .replace(hidden, (character) => shortEscapes.get(character) ?? escaped(character))
  return `\`"${body}"\``
}

const shown = (value: unknown): string => {
  if (value === null) return "removed"
  return typeof value === "number" || typeof value === "boolean" ? String(value) : quoted(String(value))
}

/** The name of a member; one that another system may have made up is quoted. */
const shownName = (name: string): string => (/^\w+$/u.test(name) ? name : quoted(name))

/**
 * The members of what is sent, one in each line; numbers as they are. One that is null is removed. The members of a member stand behind a
 * point: `custom_fields.team`, `questions.0.text`.
 */
export const memberLines = (members: object, within = "- "): ReadonlyArray<string> =>
  Object.entries(members).flatMap(([name, value]) => {
    const path = `${within}${shownName(name)}`
    return typeof value === "object" && value !== null ? memberLines(value, `${path}.`) : [`${path}: ${shown(value)}`]
  })

/** The question as it is shown, or the refusal of one that cannot be shown whole. */
export const wholeQuestion = (tool: string, words: string, alternative: string): Result.Result<string, ToolFailure> => {
  const question = revealText(words)
  return question.length <= questionCharactersMax
    ? Result.succeed(question)
    : Result.fail(
        notSent(
          "cannot_be_shown",
          `What ${tool} would change takes ${question.length} characters to show, and a user is asked at most ` +
            `${questionCharactersMax}; nothing is confirmed that was not shown whole. Nothing was done. ${alternative}.`
        )
      )
}
