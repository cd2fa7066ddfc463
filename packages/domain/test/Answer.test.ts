/**
 * Answers to the questions of a job: which values answer which question, what is missing, and what an application keeps (recruiting 4).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"

import { answerProblems, keptAnswers, NewAnswer, NewAnswers } from "../src/Answer.ts"
import type { Question, QuestionType } from "../src/Question.ts"
import { faults, oneOf } from "./support.ts"

const options = [
  { id: "ts", label: "TypeScript" },
  { id: "sql", label: "SQL" }
]
const question = (type: QuestionType, more: Partial<Question> = {}): Question => ({
  id: "q",
  text: "What?",
  type,
  required: false,
  ...(type === "SINGLE_SELECT" || type === "MULTI_SELECT" ? { options } : {}),
  ...more
})
const faultsOf = (questions: ReadonlyArray<Question>, answers: ReadonlyArray<NewAnswer>) =>
  answerProblems(questions, answers).map(({ code, path }) => `${path} ${code}`)
const answer = (value: NewAnswer["value"], question_id = "q"): NewAnswer => ({ question_id, value })

describe("an answer (recruiting 4)", () => {
  it.for<[type: QuestionType, value: NewAnswer["value"], faults: ReadonlyArray<string>]>([
    ["SHORT_TEXT", "x".repeat(500), []],
    ["SHORT_TEXT", "x".repeat(501), ["/answers/0/value length"]],
    ["SHORT_TEXT", "", ["/answers/0/value length"]],
    ["SHORT_TEXT", "a\nb", ["/answers/0/value format"]],
    ["SHORT_TEXT", 1, ["/answers/0/value type"]],
    ["LONG_TEXT", `a\n${"x".repeat(4_998)}`, []],
    ["LONG_TEXT", "x".repeat(5_001), ["/answers/0/value length"]],
    ["LONG_TEXT", true, ["/answers/0/value type"]],
    ["YES_NO", false, []],
    ["YES_NO", "yes", ["/answers/0/value type"]],
    ["NUMBER", -4.5, []],
    ["NUMBER", "4", ["/answers/0/value type"]],
    ["DATE", "2024-02-29", []],
    ["DATE", "2026-02-29", ["/answers/0/value format"]],
    ["DATE", 20_260_101, ["/answers/0/value type"]],
    ["SINGLE_SELECT", "ts", []],
    ["SINGLE_SELECT", "go", ["/answers/0/value not_allowed"]],
    ["SINGLE_SELECT", ["ts"], ["/answers/0/value not_allowed"]],
    ["MULTI_SELECT", ["sql", "ts"], []],
    ["MULTI_SELECT", [], ["/answers/0/value length"]],
    ["MULTI_SELECT", ["ts", "ts", "go"], ["/answers/0/value/1 duplicate", "/answers/0/value/2 not_allowed"]],
    ["MULTI_SELECT", "ts", ["/answers/0/value type"]]
  ])("to %s may be %j, or is refused there", ([type, value, expected]) =>
    assert.deepStrictEqual(faultsOf([question(type)], [answer(value)]), expected)
  )

  it("is to a question of the job, and to each once", () => {
    const questions = [question("YES_NO"), question("NUMBER", { id: "n" })]
    assert.deepStrictEqual(faultsOf(questions, [answer(1, "n"), answer(true, "x"), answer(true), answer(1, "n")]), [
      "/answers/1/question_id unknown",
      "/answers/3/question_id duplicate"
    ])
    assert.deepStrictEqual(faultsOf([], [answer(true)]), ["/answers/0/question_id unknown"])
  })

  it("is there for every required question, which is named", () => {
    const questions = [question("YES_NO", { required: true }), question("NUMBER", { id: "n", required: true })]
    assert.deepStrictEqual(faultsOf(questions, []), ["/answers required", "/answers required"])
    assert.deepStrictEqual(
      answerProblems(questions, [answer(1, "n")]).map(({ message }) => message),
      ["must have an answer to the question q"]
    )
    assert.deepStrictEqual(answerProblems(undefined, undefined), [])
  })

  it.prop(
    "of the schema is judged without an exception, and at the answers alone",
    {
      answers: Arbitrary.schema(NewAnswers),
      type: oneOf(["SHORT_TEXT", "LONG_TEXT", "YES_NO", "NUMBER", "DATE", "SINGLE_SELECT", "MULTI_SELECT"])
    },
    ({ answers, type }) => {
      const questions = answers.map(({ question_id }) => question(type, { id: question_id }))
      const problems = answerProblems(questions, answers)
      for (const { path } of problems) assert.match(path, /^\/answers\/\d+\/(?:question_id|value(?:\/\d+)?)$/)
      const wrong = new Set(problems.map(({ path }) => path.split("/")[2]))
      assert.isAtMost(wrong.size, answers.length)
    }
  )
})

describe("the answers of a submission (recruiting 4)", () => {
  it.for<[what: string, answers: ReadonlyArray<object>, faults: ReadonlyArray<string>]>([
    ["30", Array.from({ length: 30 }, (_, index) => answer(true, `q${index}`)), []],
    ["31", Array.from({ length: 31 }, (_, index) => answer(true, `q${index}`)), [" length"]],
    [
      "15,000 characters",
      [answer("x".repeat(5_000), "a"), answer("x".repeat(5_000), "b"), answer("x".repeat(5_000), "c")],
      []
    ],
    [
      "15,001 characters",
      [
        answer("x".repeat(5_000), "a"),
        answer("x".repeat(5_000), "b"),
        answer("x".repeat(5_000), "c"),
        answer("x", "d")
      ],
      [" length"]
    ],
    ["an object", [{ question_id: "q", value: {} }], ["/0/value type"]],
    ["null", [{ question_id: "q", value: null }], ["/0/value type"]],
    ["no value", [{ question_id: "q" }], ["/0/value required"]]
  ])("%s", ([, answers, expected]) => assert.deepStrictEqual(faults(NewAnswers, answers), expected))
})

describe("what an application keeps of answers (recruiting 4)", () => {
  it("is each question as it was asked, in the order of the job, with the labels of chosen options", () =>
    assert.deepStrictEqual(
      keptAnswers(
        [question("MULTI_SELECT"), question("YES_NO", { id: "y", text: "May you?" }), question("NUMBER", { id: "n" })],
        [answer(true, "y"), answer(["sql", "ts"])]
      ),
      [
        { question_id: "q", text: "What?", type: "MULTI_SELECT", value: ["sql", "ts"], labels: ["SQL", "TypeScript"] },
        { question_id: "y", text: "May you?", type: "YES_NO", value: true }
      ]
    ))

  it("is the label of the one that was chosen", () =>
    assert.deepStrictEqual(keptAnswers([question("SINGLE_SELECT")], [answer("ts")])[0]?.labels, ["TypeScript"]))
})
