/**
 * Questions of a job: what may be written, one by one and together (recruiting 4).
 */
import { assert, describe, it } from "@effect/vitest"

import { NewQuestions, Question } from "../src/Question.ts"
import { faults } from "./support.ts"

const question = (more: object = {}) => ({ id: "q", text: "May you?", type: "YES_NO", required: true, ...more })
const option = (id: string, label = "A") => ({ id, label })
const select = (...options: ReadonlyArray<object>) => question({ type: "SINGLE_SELECT", options })
const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index))

describe("the questions of a job (recruiting 4)", () => {
  it.for<[what: string, questions: ReadonlyArray<object>, faults: ReadonlyArray<string>]>([
    ["none", [], []],
    [
      "one of each type",
      Question.fields.type.literals.map((type, index) =>
        question({ id: `q${index}`, type, ...(type.endsWith("SELECT") ? { options: [option("a")] } : {}) })
      ),
      []
    ],
    ["an id of the longest kind", [question({ id: "a_-9".repeat(10) })], []],
    ["an id that is too long", [question({ id: "a".repeat(41) })], ["/0/id format"]],
    ["an id in capitals", [question({ id: "Permit" })], ["/0/id format"]],
    ["an empty text", [question({ text: "" })], ["/0/text length"]],
    ["a text of 501", [question({ text: "x".repeat(501) })], ["/0/text length"]],
    ["another type", [question({ type: "FILE" })], ["/0/type not_allowed"]],
    ["no word on whether it is required", [{ id: "q", text: "x", type: "YES_NO" }], ["/0/required required"]],
    ["an id twice", [question(), question({ id: "r" }), question()], ["/2/id duplicate"]],
    ["an option's id twice", [select(option("a"), option("b"), option("a"))], ["/0/options/2/id duplicate"]],
    ["the same option in two questions", [select(option("a")), { ...select(option("a")), id: "r" }], []],
    ["a choice without options", [question({ type: "MULTI_SELECT" })], ["/0/options required"]],
    ["a choice of none", [select()], ["/0/options length"]],
    ["options of another type", [question({ options: [option("a")] })], ["/0/options not_allowed"]],
    ["a label of 201", [select(option("a", "x".repeat(201)))], ["/0/options/0/label length"]],
    ["30", many(30, (index) => question({ id: `q${index}` })), []],
    ["31", many(31, (index) => question({ id: `q${index}` })), [" length"]],
    ["200 options", many(2, (at) => ({ ...select(...many(100, (index) => option(`o${index}`))), id: `q${at}` })), []],
    [
      "201 options",
      [{ ...select(option("a")), id: "r" }, select(...many(200, (index) => option(`o${index}`)))],
      [" length"]
    ],
    // 24 ids of three characters, 23 texts of 500 and one of 428.
    [
      "12,000 characters",
      many(24, (index) => question({ id: String(index).padStart(3, "0"), text: "x".repeat(index === 23 ? 428 : 500) })),
      []
    ],
    [
      "12,001 characters",
      many(24, (index) => question({ id: String(index).padStart(3, "0"), text: "x".repeat(index === 23 ? 429 : 500) })),
      [" length"]
    ]
  ])("%s", ([, questions, expected]) => assert.deepStrictEqual(faults(NewQuestions, questions), expected))
})
