/**
 * Answers to the questions of a job (recruiting 4): what a submission sends, whether it answers the questions, and what an application keeps of it.
 *
 * Pure. The questions are those of the job at the moment of the submission; an application keeps them with its answers, as they were asked.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { CalendarDate } from "./CalendarDate.ts"
import { impersonal, personal } from "./Personal.ts"
import { jsonPointer, type Problem, type ProblemCode, problem } from "./Problem.ts"
import { optionsMax, type Question, QuestionId, questionsMax, QuestionType } from "./Question.ts"
import { strictDecoder } from "./StrictDecoder.ts"
import { charactersOf, lineText, multiLineText } from "./Text.ts"

/** The longest answer to a question with SHORT_TEXT, in characters. */
export const shortAnswerMax = 500

/** The longest answer to a question with LONG_TEXT, in characters: some three printed pages. */
export const longAnswerMax = 5_000

/** The most characters of all answers together: an application is read with them in every list. */
export const answerCharactersMax = 15_000

/** An answer as an application shows it. */
export const ApplicationAnswer = Schema.Struct({
  question_id: Schema.String.annotate(impersonal),
  text: Schema.String.annotate({ description: "The question, as it was asked", ...impersonal }),
  type: QuestionType,
  value: Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)]).annotate(personal),
  labels: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "The labels of the chosen options, as they were shown",
      ...personal
    })
  )
}).annotate({
  identifier: "ApplicationAnswer",
  description: "A question as it was asked, and its answer",
  examples: [{ question_id: "permit", text: "May you work in Germany?", type: "YES_NO", value: true }],
  "x-extension": true
})
export type ApplicationAnswer = typeof ApplicationAnswer.Type

/** An answer as a submission sends it. */
export const NewAnswer = Schema.Struct({
  question_id: QuestionId,
  value: Schema.Union([
    multiLineText(0, longAnswerMax),
    Schema.Finite,
    Schema.Boolean,
    Schema.Array(QuestionId).check(
      Schema.isMaxLength(optionsMax, problem("length", `must have at most ${optionsMax} ids of options`))
    )
  ]).annotate({
    description:
      "A text, a number, true or false, a day, the id of an option, or a list of such ids, as the question has it",
    ...problem("type", "must be a text, a number, true, false, or a list of ids of options")
  })
}).annotate({
  identifier: "NewAnswer",
  description: "The answer to a question of the job",
  examples: [{ question_id: "permit", value: true }],
  "x-extension": true
})
export type NewAnswer = typeof NewAnswer.Type

/** The answers of a submission. */
export const NewAnswers = Schema.Array(NewAnswer).check(
  Schema.makeFilter(
    (answers: ReadonlyArray<NewAnswer>) => charactersOf(answers.map(({ value }) => value)) <= answerCharactersMax,
    problem("length", `must have at most ${answerCharactersMax} characters together`)
  ),
  Schema.isMaxLength(questionsMax, problem("length", `must have at most ${questionsMax} answers`))
)

/** A question of a job. A client may know other types than this version; it leaves their answers to the service. */
type StoredQuestion = Omit<Question, "type"> & { readonly type: string }

const short = /* @__PURE__ */ strictDecoder(lineText(1, shortAnswerMax))
const long = /* @__PURE__ */ strictDecoder(multiLineText(1, longAnswerMax))
const date = /* @__PURE__ */ strictDecoder(CalendarDate)

interface Fault {
  readonly within?: ReadonlyArray<PropertyKey>
  readonly code: ProblemCode
  readonly message: string
}

const decoded = (result: Result.Result<unknown, ReadonlyArray<Problem>>): ReadonlyArray<Fault> =>
  Result.match(result, { onFailure: (faults) => faults, onSuccess: () => [] })

const notOfType = (message: string): ReadonlyArray<Fault> => [{ code: "type", message }]

const noOption = "must be the id of an option of the question"

/** The faults of the ids of chosen options. */
const choiceFaults = (value: unknown, { options = [] }: StoredQuestion): ReadonlyArray<Fault> => {
  if (!Array.isArray(value)) return notOfType("must be a list of ids of options")
  if (value.length === 0)
    return [{ code: "length", message: "must have an id of an option; leave the answer out for none" }]
  return value.flatMap((id: unknown, index): ReadonlyArray<Fault> => {
    if (value.indexOf(id) < index) return [{ within: [index], code: "duplicate", message: "must not come twice" }]
    return options.some((option) => option.id === id)
      ? []
      : [{ within: [index], code: "not_allowed", message: noOption }]
  })
}

/** The faults of a value as the answer to a question. */
const valueFaults = (value: unknown, question: StoredQuestion): ReadonlyArray<Fault> => {
  switch (question.type) {
    case "SHORT_TEXT":
      return decoded(short(value, "body"))
    case "LONG_TEXT":
      return decoded(long(value, "body"))
    case "DATE":
      return decoded(date(value, "body"))
    case "YES_NO":
      return typeof value === "boolean" ? [] : notOfType("must be true or false")
    case "NUMBER":
      return typeof value === "number" ? [] : notOfType("must be a number")
    case "SINGLE_SELECT":
      return question.options?.some(({ id }) => id === value) === true
        ? []
        : [{ code: "not_allowed", message: noOption }]
    case "MULTI_SELECT":
      return choiceFaults(value, question)
    default:
      return []
  }
}

const at = (path: ReadonlyArray<PropertyKey>, code: ProblemCode, message: string): Problem => ({
  in: "body",
  path: jsonPointer(["answers", ...path]),
  code,
  message
})

/** The problems of the answers to the questions of a job: each problem at its answer, and one for each required question without an answer. */
export const answerProblems = (
  questions: ReadonlyArray<StoredQuestion> = [],
  answers: ReadonlyArray<NewAnswer> = []
): ReadonlyArray<Problem> => {
  const ids = answers.map(({ question_id }) => question_id)
  const wrong = answers.flatMap(({ question_id, value }, index): ReadonlyArray<Problem> => {
    const question = questions.find(({ id }) => id === question_id)
    if (question === undefined)
      return [at([index, "question_id"], "unknown", "must be the id of a question of the job")]
    if (ids.indexOf(question_id) < index) {
      return [at([index, "question_id"], "duplicate", "must not answer a question a second time")]
    }
    return valueFaults(value, question).map(({ code, message, within = [] }) =>
      at([index, "value", ...within], code, message)
    )
  })
  const missing = questions.flatMap(({ id, required }) =>
    required && !ids.includes(id) ? [at([], "required", `must have an answer to the question ${id}`)] : []
  )
  return [...wrong, ...missing]
}

/** The answers that an application keeps, in the order of the questions: each with its question as it was asked. */
export const keptAnswers = (
  questions: ReadonlyArray<Question> = [],
  answers: ReadonlyArray<NewAnswer> = []
): ReadonlyArray<ApplicationAnswer> =>
  questions.flatMap(({ id, options, text, type }) =>
    answers
      .filter(({ question_id }) => question_id === id)
      .map(({ value }): ApplicationAnswer => {
        const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
        const labels = chosen.flatMap((id) => options?.find((option) => option.id === id)?.label ?? [])
        return { question_id: id, text, type, value, ...(options === undefined ? {} : { labels }) }
      })
  )
