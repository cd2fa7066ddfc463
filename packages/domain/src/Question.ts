/**
 * Questions of a job that a submission answers (recruiting 4): shapes, bounds, and what contradicts itself. A must-have is a required question.
 *
 * `Answer.ts` has the answers.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Problem.ts"
import { charactersOf, lineText } from "./Text.ts"

/** The most questions of a job: more than a form of thirty is not filled in. */
export const questionsMax = 30

/** The longest question, in characters: one sentence or two. */
export const questionTextMax = 500

/** The longest label of an option, in characters. */
export const optionLabelMax = 200

/** The most options of all questions of a job together: a list of countries fits, a catalogue does not. */
export const optionsMax = 200

/** The most characters of all questions together, options too: the job is read with them in every list. */
export const questionCharactersMax = 12_000

/** The types of the answers to a question. */
export const QuestionType = Schema.Literals([
  "SHORT_TEXT",
  "LONG_TEXT",
  "YES_NO",
  "NUMBER",
  "DATE",
  "SINGLE_SELECT",
  "MULTI_SELECT"
])
export type QuestionType = typeof QuestionType.Type

/** The types whose answer is chosen from options. */
const selects: ReadonlyArray<string> = ["SINGLE_SELECT", "MULTI_SELECT"]

const about = {
  description: "A question that a submission answers; a must-have is a required one",
  examples: [{ id: "permit", text: "May you work in Germany?", type: "YES_NO", required: true }],
  "x-extension": true
} as const

const aboutOption = { description: "An answer that can be chosen", "x-extension": true } as const

/** A question as a job shows it: as it is stored, whatever a write refuses today. */
export const Question = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  type: QuestionType,
  required: Schema.Boolean,
  options: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ id: Schema.String, label: Schema.String }).annotate({
        identifier: "QuestionOption",
        ...aboutOption
      })
    )
  )
}).annotate({ identifier: "Question", ...about })
export type Question = typeof Question.Type

/** The longest id of a question or an option, in characters. */
export const questionIdMax = 40

/** An id of a question or an option. */
export const QuestionId = Schema.String.check(
  Schema.isPattern(
    /^[a-z0-9_-]{1,40}$/u,
    problem("format", `must have 1 to ${questionIdMax} small letters, digits, _ and -`)
  )
).annotate({ maxLength: questionIdMax })

const NewOption = Schema.Struct({ id: QuestionId, label: lineText(1, optionLabelMax) }).annotate({
  identifier: "NewQuestionOption",
  ...aboutOption
})

/** A question as it is written. */
export const NewQuestion = Schema.Struct({
  id: QuestionId,
  text: lineText(1, questionTextMax),
  type: QuestionType,
  required: Schema.Boolean,
  options: Schema.optionalKey(
    Schema.Array(NewOption).check(
      Schema.isMinLength(1, problem("length", "must have an option")),
      Schema.isMaxLength(optionsMax, problem("length", `must have at most ${optionsMax} options`))
    )
  )
}).annotate({ identifier: "NewQuestion", ...about })

type NewQuestions = ReadonlyArray<typeof NewQuestion.Type>

/** The places in a list whose id comes before. */
const repeated = (list: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<number> => {
  const ids = list.map(({ id }) => id)
  return ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []))
}

const pathsTo = (paths: ReadonlyArray<ReadonlyArray<PropertyKey>>, issue: string) =>
  paths.map((path) => ({ path, issue }))

const twice = "must not have the id of an earlier one"
const missing = "is required of a question with SINGLE_SELECT or MULTI_SELECT"
const stray = "is for SINGLE_SELECT and MULTI_SELECT alone; leave it out"

const idsOnce = Schema.makeFilter(
  (questions: NewQuestions) =>
    pathsTo(
      [
        ...repeated(questions).map((index) => [index, "id"]),
        ...questions.flatMap(({ options = [] }, index) =>
          repeated(options).map((option) => [index, "options", option, "id"])
        )
      ],
      twice
    ),
  problem("duplicate", twice)
)

const optionsThere = Schema.makeFilter(
  (questions: NewQuestions) =>
    pathsTo(
      questions.flatMap(({ options, type }, index) =>
        selects.includes(type) && options === undefined ? [[index, "options"]] : []
      ),
      missing
    ),
  problem("required", missing)
)

const noStrayOptions = Schema.makeFilter(
  (questions: NewQuestions) =>
    pathsTo(
      questions.flatMap(({ options, type }, index) =>
        !selects.includes(type) && options !== undefined ? [[index, "options"]] : []
      ),
      stray
    ),
  problem("not_allowed", stray)
)

const fewOptions = Schema.makeFilter(
  (questions: NewQuestions) => questions.reduce((sum, { options = [] }) => sum + options.length, 0) <= optionsMax,
  problem("length", `must have at most ${optionsMax} options together`)
)

const fewCharacters = Schema.makeFilter(
  (questions: NewQuestions) =>
    charactersOf(questions.map(({ id, options, text }) => [id, text, options ?? []])) <= questionCharactersMax,
  problem("length", `must have at most ${questionCharactersMax} characters together: ids, texts and labels`)
)

/** The questions of a job as they are written. */
export const NewQuestions = Schema.Array(NewQuestion).check(
  idsOnce,
  optionsThere,
  noStrayOptions,
  fewOptions,
  fewCharacters,
  Schema.isMaxLength(questionsMax, problem("length", `must have at most ${questionsMax} questions`))
)
