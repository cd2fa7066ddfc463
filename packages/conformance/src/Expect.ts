/**
 * Expectations of an answer. A failed expectation has the expected and the seen value, in words that may be printed.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { Broken } from "./Outcome.ts"
import type { Answer } from "./Transport.ts"

/** A condition on a value, and its words. */
export interface Check {
  readonly expects: string
  readonly holds: (value: unknown) => boolean
}

/** A check of one's own. */
export const that = (expects: string, holds: (value: unknown) => boolean): Check => ({ expects, holds })

export const text = that("a string", Predicate.isString)
export const someText = that("a string that is not empty", (value) => Predicate.isString(value) && value !== "")
export const boolean = that("true or false", Predicate.isBoolean)
export const list = that("an array", Array.isArray)
export const object = that("an object", Predicate.isObject)
export const integer = that("an integer", Number.isInteger)
export const positive = that("a positive integer", (value) => Number.isInteger(value) && Number(value) > 0)
export const matching = (pattern: RegExp): Check =>
  that(`a string like ${pattern.source}`, (value) => Predicate.isString(value) && pattern.test(value))

/** Exactly one of these values. */
export const oneOf = (...values: ReadonlyArray<string | number | boolean | null>): Check =>
  that(values.map((value) => JSON.stringify(value)).join(" or "), (value) => values.some((known) => known === value))

/** Absent, or a value that meets the check. */
export const optional = ({ expects, holds }: Check): Check =>
  that(`${expects}, or nothing`, (value) => value === undefined || holds(value))

const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : Predicate.isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((key) => [key, inOrder(value[key])])
        )
      : value

/** Whether two JSON values are the same, whatever the order of members. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** The same JSON value. */
export const equal = (expected: unknown): Check =>
  that(JSON.stringify(expected) ?? "nothing", (value) => same(value, expected))

/** Checks an expectation, and reports the observation where it does not hold. */
export const expect = (holds: boolean, expected: string, saw: string): Effect.Effect<void, Broken> =>
  holds ? Effect.void : Effect.fail(new Broken({ expected, saw }))

/** An answer with its body, as it may be shown. */
export const seen = (answer: Answer): string => `${answer.seen} ${answer.show(answer.text)}`.trim()

/** The answer has one of these statuses. */
export const expectStatus = (answer: Answer, ...statuses: ReadonlyArray<number>) =>
  expect(statuses.includes(answer.status), `status ${statuses.join(" or ")}`, seen(answer))

/** The answer is a success, where the specification does not show which. */
export const expectSuccess = (answer: Answer) =>
  expect(answer.status >= 200 && answer.status < 300, "a status from 200 to 299", seen(answer))

/** The members of a value that is an object; of anything else, none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isObject(value) ? value : {})

/** A value is an object whose members meet the checks. Others may be there too. `what` names the value. */
export const expectMembers = (
  answer: Answer,
  checks: Readonly<Record<string, Check>>,
  value: unknown = answer.json,
  what = "the body"
): Effect.Effect<Readonly<Record<string, unknown>>, Broken> => {
  if (!Predicate.isObject(value)) {
    return Effect.fail(new Broken({ expected: `${what} as a JSON object`, saw: seen(answer) }))
  }
  const wrong = Object.entries(checks).find(([name, { holds }]) => !holds(value[name]))
  if (wrong === undefined) return Effect.succeed(value)
  const [name, { expects }] = wrong
  const found = value[name] === undefined ? `no ${name}` : `${name} ${answer.show(JSON.stringify(value[name]))}`
  return Effect.fail(new Broken({ expected: `${name}: ${expects}, in ${what}`, saw: `${answer.seen}, ${found}` }))
}

/** The answer is an Error object (spec 2), of this status, and of this code where one is given. */
export const expectError = Effect.fnUntraced(function* (answer: Answer, status: number, code?: string) {
  yield* expectStatus(answer, status)
  const { error } = yield* expectMembers(answer, {
    error: code === undefined ? someText : oneOf(code),
    message: someText
  })
  return `${answer.seen} ${String(error)}`
})

/** A header of the answer, as one text. */
export const headerOf = ({ headers }: Answer, name: string): string => String(headers[name] ?? "")

/** A header of the answer is as it should be. */
export const expectHeader = (answer: Answer, name: string, { expects, holds }: Check) => {
  const value = answer.headers[name]
  const found = value === undefined ? `no ${name}` : `${name}: ${answer.show(String(value))}`
  return expect(holds(value), `${name}: ${expects}`, `${answer.seen}, ${found}`)
}
