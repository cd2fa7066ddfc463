/**
 * Mistakes that people make in a text that is nearly right, each with the message that names it. The first that is found is the problem, and
 * the checks after it are left out.
 */
import * as Schema from "effect/Schema"

/** The pattern of a text with the mistake, and the message with its remedy. */
export type Mistake = readonly [pattern: RegExp, message: string | ((text: string) => string)]

/** A check that a text has none of these. */
export const withoutMistakes = (mistakes: ReadonlyArray<Mistake>) =>
  Schema.makeFilter(
    (text: string) => {
      const message = mistakes.find(([pattern]) => pattern.test(text))?.[1]
      return typeof message === "function" ? message(text) : message
    },
    { problem: "format" }
  ).abort()
