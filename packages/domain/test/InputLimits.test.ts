/**
 * What is refused before it is decoded, because decoding it would take as long as its sender likes (decisions, Errors: at most 50
 * mistakes, all reported at once; Limits).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { AgencyFeesUpdate, customFeesMax } from "../src/AgencyFees.ts"
import { AgencyLine } from "../src/AgencyImport.ts"
import { inputLimitsOf } from "../src/InputLimits.ts"
import { NewOrganization } from "../src/Organization.ts"
import { problemsMax } from "../src/Problem.ts"
import { problemsOf } from "../src/Problems.ts"
import { recruitersMax } from "../src/Recruiter.ts"
import { strictDecoder, strictParsing } from "../src/StrictDecoder.ts"
import { NewUser } from "../src/User.ts"

const excessOf = (schema: Schema.Top, input: unknown) =>
  inputLimitsOf(schema)(input, "body").map(({ path, code }) => `${path} ${code}`)

const many = <A>(count: number, make: (index: number) => A): Array<A> =>
  Array.from({ length: count }, (_, at) => make(at))
const members = (count: number) => Object.fromEntries(many(count, (index) => [`m${index}`, 0]))
const person = { first_name: "Ada", last_name: "L", email: "ada@example.com" }

/** An input that counts how often one of its elements is looked at. */
const watched = (length: number) => {
  let looks = 0
  const input = new Proxy(
    many(length, () => 0),
    {
      get: (target, name, receiver) => {
        if (typeof name === "string" && /^\d+$/.test(name)) looks++
        return Reflect.get(target, name, receiver)
      }
    }
  )
  return { input, looks: () => looks }
}

describe("an input with excess", () => {
  it("has its length judged before any of its elements is looked at (decisions, Limits)", () => {
    const { input, looks } = watched(customFeesMax + 1)
    assert.deepStrictEqual(excessOf(AgencyFeesUpdate, { customFees: input }), ["/customFees length"])
    assert.strictEqual(looks(), 0)
    assert.deepStrictEqual(excessOf(AgencyLine, { recruiters: many(recruitersMax + 1, () => 0) }), [
      "/recruiters length"
    ])
  })

  it("is refused with the number of elements there may be (decisions, Errors)", () =>
    assert.deepStrictEqual(inputLimitsOf(AgencyFeesUpdate)({ customFees: many(customFeesMax + 1, () => 0) }, "body"), [
      { in: "body", path: "/customFees", code: "length", message: `must have at most ${customFeesMax} fees` }
    ]))

  it("has 50 mistakes, and no more is looked for (decisions, Errors)", () => {
    const customFees = many(customFeesMax, () => members(100))
    assert.lengthOf(excessOf(AgencyFeesUpdate, { customFees }), problemsMax)
    assert.deepStrictEqual(
      excessOf(NewUser, members(problemsMax)),
      many(problemsMax, (index) => `/m${index} unknown`)
    )
    let looks = 0
    const input = new Proxy(members(10_000), {
      getOwnPropertyDescriptor: (target, name) => {
        looks++
        return Reflect.getOwnPropertyDescriptor(target, name)
      }
    })
    assert.lengthOf(excessOf(NewUser, { ...members(problemsMax), rest: input }), problemsMax)
    assert.isAtMost(looks, 10_000)
  })

  it.for([
    ["an array for text", NewUser, { ...person, email: many(2_000, () => ({})) }, "/email type"],
    ["an array for an object", NewOrganization, many(2_000, () => []), " type"],
    ["an object for an array", AgencyFeesUpdate, { customFees: members(2_000) }, "/customFees type"],
    ["deep inside", NewOrganization, { name: many(200, () => many(20, () => 0)) }, "/name type"],
    [
      "in an element of an array",
      AgencyFeesUpdate,
      { customFees: [0, many(2_000, () => 0)] },
      "/customFees/1/feeType not_allowed"
    ],
    ["in a member that is not known", NewOrganization, { name: "a", other: members(2_000) }, "/other unknown"]
  ] as const)(
    "is one with too much where nothing was asked for: %s (decisions, Limits)",
    ([, schema, input, problem]) => assert.deepStrictEqual(excessOf(schema, input), [problem])
  )
})

describe("an input without excess", () => {
  it.for([
    ["nothing", NewUser, {}],
    ["49 unknown members", NewUser, { ...person, ...members(problemsMax - 1) }],
    ["as many fees as there may be", AgencyFeesUpdate, { customFees: many(customFeesMax, () => 0) }],
    ["a few values where none belong", NewUser, { ...person, email: [[1, 2], { a: 3 }] }],
    ["no object", NewUser, "text"],
    ["null", NewUser, null]
  ] as const)("is left to its schema: %s (decisions, Errors)", ([, schema, input]) =>
    assert.deepStrictEqual(excessOf(schema, input), [])
  )

  it.prop(
    "has the same mistakes with and without the search, whatever it is",
    { input: Arbitrary.schema(Schema.toEncoded(AgencyFeesUpdate)), wrong: Arbitrary.schema(Schema.Json) },
    ({ input, wrong }) => {
      for (const candidate of [input, { ...input, customFees: wrong }, { ...input, extra: wrong }, wrong]) {
        const plain = Schema.decodeUnknownResult(AgencyFeesUpdate, strictParsing)(candidate)
        const expected = Result.isFailure(plain) ? problemsOf(plain.failure.issue, "body", candidate) : []
        const found = strictDecoder(AgencyFeesUpdate)(candidate, "body")
        assert.strictEqual(Result.isFailure(found), expected.length > 0)
        if (excessOf(AgencyFeesUpdate, candidate).length > 0) continue
        assert.deepStrictEqual(Result.isFailure(found) ? found.failure : [], expected)
      }
    }
  )
})
