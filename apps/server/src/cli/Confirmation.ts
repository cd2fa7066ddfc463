/**
 * Asks before a command does what cannot be undone. Where nobody can be asked, `--yes` stands for the answer.
 */
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { OperatorError } from "../platform/OperatorError.ts"

/** The answer, given before the question. */
export const yes = Flag.Boolean("yes").pipe(
  Flag.withDescription("Do it without asking; needed where no terminal is"),
  Flag.withDefault(false)
)

const unanswered = (question: string) =>
  new OperatorError({
    message: `This needs an answer, and there is no terminal to ask at: ${question}`,
    remedy: "Nothing was changed. Give --yes to do it."
  })

const refused = new OperatorError({ message: "Nothing was changed.", remedy: "Answer y to do it." })

/** Goes on once somebody has agreed. */
export const confirm = Effect.fnUntraced(function* (isGiven: boolean, question: string) {
  if (isGiven) return
  if (!(yield* TerminalCapabilities).canPrompt) return yield* unanswered(question)
  if (!(yield* Prompt.run(Prompt.Confirm({ message: question })))) return yield* refused
})
