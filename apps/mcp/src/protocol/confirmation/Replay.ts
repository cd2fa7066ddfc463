/**
 * The remark that a repeated call gets beside the answer of the first one: its client may have lost that answer, or may have read it long ago.
 *
 * The state that is stored now is not read here.
 */
import type { ToolAnswer } from "../tool/Tool.ts"

/** The sentence about the stored state where the tool has no text of its own. */
export const lookFirst = "Look at what is stored first."

/** The answer after a notice for the repeated call: the answer is the stored one, not the present state. */
export const withReplay = (answer: ToolAnswer, howToLook: string): ToolAnswer =>
  answer._tag === "Result" && answer.isReplayed === true
    ? {
        ...answer,
        structured: {
          replayed: true,
          replay:
            "This call changed nothing: its confirmation was used before, and this is the answer of that time. What is stored may " +
            `have changed since. ${howToLook}`,
          ...answer.structured
        }
      }
    : answer
