/**
 * `--answer ID=VALUE` of a submission: a value is text on the command line, and has the type of the job's question in the request.
 */
import type { NewAnswer } from "@partner-api/domain/Answer"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Job, NewApplication, Question } from "../../core/Model.ts"

/** An answer as it was given. */
export interface GivenAnswer {
  readonly id: string
  readonly text: string
}

const words: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

const number = /^-?\d+(?:\.\d+)?$/u

/** The value of an answer. Text that does not fit its question stays text, and is refused as an answer. */
const valueOf = (text: string, question: Question | undefined): NewAnswer["value"] => {
  switch (question?.type) {
    case "YES_NO":
      return words[text.toLowerCase()] ?? text
    case "NUMBER":
      return number.test(text) ? Number(text) : text
    case "MULTI_SELECT":
      return text.split(",").map((id) => id.trim())
    default:
      return text
  }
}

/** The answers of a request to the questions of a job; of a job that cannot be read, texts. */
export const answersTo = (job: Job | undefined, given: ReadonlyArray<GivenAnswer>): Pick<NewApplication, "answers"> => {
  const questions = job?.questions ?? []
  const answers = given.map(({ id, text }) => ({
    question_id: id,
    value: valueOf(
      text,
      questions.find((question) => question.id === id)
    )
  }))
  return answers.length === 0 ? {} : { answers }
}

/** `--answer ID=VALUE`, which may be given again. */
export const answerFlag = Flag.String("answer").pipe(
  Flag.withDescription(
    "The answer to a question of the job; may be given again: yes or no, a number, a day, or ids of options with commas between them"
  ),
  Flag.withMetavar("ID=VALUE"),
  Flag.mapEffect((given) => {
    const at = given.indexOf("=")
    return at > 0
      ? Effect.succeed<GivenAnswer>({ id: given.slice(0, at), text: given.slice(at + 1) })
      : Effect.fail(new CliError.ValidationError({ message: "--answer must be ID=VALUE, such as permit=yes." }))
  }),
  Flag.atLeast(0)
)
