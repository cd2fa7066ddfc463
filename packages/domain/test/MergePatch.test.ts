/**
 * JSON Merge Patch: what it does to JSON (RFC 7396), and how a schema checks one (decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { mergeJson, mergePatchOf, patching } from "../src/MergePatch.ts"
import { lineText } from "../src/Text.ts"
import { either, integer, oneOf, problemsIn } from "./support.ts"

/** The test cases of RFC 7396, appendix A. */
const cases: ReadonlyArray<readonly [target: string, patch: string, result: string]> = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', "{}"],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', "null", "null"],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
  ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}']
]

interface Members {
  readonly [name: string]: Schema.Json
}

/** JSON of few names, so that a patch often meets what is there; `leaf` makes what has no members. */
const someJson = (depth: number, leaf: Arbitrary.Arbitrary<Schema.Json>): Arbitrary.Arbitrary<Schema.Json> =>
  depth === 0 ? leaf : either<Schema.Json, Schema.Json>(leaf, someObject(depth, leaf))
const someObject = (depth: number, leaf: Arbitrary.Arbitrary<Schema.Json>): Arbitrary.Arbitrary<Members> =>
  Arbitrary.map(
    Arbitrary.array(Arbitrary.all([oneOf(["a", "b", "c", "__proto__"]), someJson(depth - 1, leaf)]), { maxLength: 4 }),
    (entries): Members => Object.fromEntries(entries)
  )
const value: Arbitrary.Arbitrary<Schema.Json> = either<Schema.Json, Schema.Json>(
  integer(0, 3),
  Arbitrary.map(integer(0, 3), (item): Schema.Json => [item])
)
const target = someObject(3, value)
const patch = someObject(
  3,
  either<Schema.Json, Schema.Json>(
    value,
    Arbitrary.map(integer(0, 0), (): Schema.Json => null)
  )
)

const isMembers = (json: unknown): json is Members => typeof json === "object" && json !== null && !Array.isArray(json)
const member = (json: unknown, name: string): unknown =>
  isMembers(json) && Object.hasOwn(json, name) ? json[name] : undefined

/** Whether JSON meets a patch: what the patch names is there, or gone. */
const meets = (json: unknown, change: unknown): boolean =>
  isMembers(change)
    ? isMembers(json) &&
      Object.entries(change).every(([name, wanted]) =>
        wanted === null ? !Object.hasOwn(json, name) : meets(member(json, name), wanted)
      )
    : JSON.stringify(json) === JSON.stringify(change)

/** The patch that makes one of the other. */
const difference = (from: Members, to: Members): Members =>
  Object.fromEntries([
    ...Object.keys(from).flatMap((name): ReadonlyArray<[string, Schema.Json]> =>
      Object.hasOwn(to, name) ? [] : [[name, null]]
    ),
    ...Object.entries(to).map(([name, wanted]): [string, Schema.Json] => {
      const there = member(from, name)
      return [name, isMembers(there) && isMembers(wanted) ? difference(there, wanted) : wanted]
    })
  ])

describe("a merge patch", () => {
  it.for(cases)("turns %s with %s into %s (RFC 7396, appendix A)", ([stored, change, result]) =>
    assert.strictEqual(JSON.stringify(mergeJson(JSON.parse(stored), JSON.parse(change))), result)
  )

  it.prop("is done when it says so, and again it changes nothing (RFC 7396)", { target, patch }, (given) => {
    const once = mergeJson(given.target, given.patch)
    assert.isTrue(meets(once, given.patch), JSON.stringify(once))
    assert.deepStrictEqual(mergeJson(once, given.patch), once)
  })

  it.prop("leaves alone what it does not name, and what it was given (RFC 7396)", { target, patch }, (given) => {
    const before = JSON.stringify(given)
    const merged = mergeJson(given.target, given.patch)
    for (const [name, stays] of Object.entries(given.target)) {
      if (!Object.hasOwn(given.patch, name)) assert.deepStrictEqual(member(merged, name), stays)
    }
    assert.strictEqual(JSON.stringify(given), before)
    assert.strictEqual(Object.getPrototypeOf(merged), Object.prototype)
  })

  it.prop("of nothing changes nothing (decisions, Resources)", { target }, (given) =>
    assert.strictEqual(JSON.stringify(mergeJson(given.target, {})), JSON.stringify(given.target))
  )

  it.prop("turns any object into any other (RFC 7396)", { from: target, to: target }, ({ from, to }) =>
    assert.deepStrictEqual(mergeJson(from, difference(from, to)), to)
  )
})

const person = { name: lineText(1, 5), phone: lineText(1, 5) }
const Person = Schema.Struct({ name: person.name, phone: Schema.optionalKey(person.phone) })
const Resource = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["A", "B"]),
  note: Schema.optionalKey(Schema.String),
  person: Person,
  second: Schema.optionalKey(Person)
})
const personPatch = mergePatchOf({ kept: { name: person.name }, removable: { phone: person.phone }, readOnly: [] })
const Patch = mergePatchOf({
  kept: { kind: Schema.Literals(["A", "B"]), person: personPatch },
  removable: { note: lineText(1, 5), size: Schema.Literals(["S", "L"]), second: personPatch },
  readOnly: ["id"]
})
const problemsOf = (input: unknown) =>
  problemsIn(Patch, input).map(({ code, message, path }) => `${path} ${code}: ${message}`)

describe("the schema of a patch", () => {
  it.for<[what: string, input: unknown]>([
    ["nothing", {}],
    ["everything", { kind: "B", person: { name: "Ada", phone: "1" }, note: "n", size: "L", second: { phone: "1" } }],
    ["the end of what can be removed", { note: null, size: null, second: null, person: { phone: null } }]
  ])("takes %s, and gives it back (decisions, Resources)", ([, input]) => {
    const read = Schema.decodeUnknownSync(Patch)(input)
    assert.deepStrictEqual<unknown>(read, input)
    assert.deepStrictEqual<unknown>(Schema.encodeSync(Patch)(read), input)
  })

  it.for<[what: string, input: unknown, problems: ReadonlyArray<string>]>([
    [
      "what cannot be removed",
      { kind: null, person: { name: null } },
      [
        "/kind required: is required, so null cannot remove it",
        "/person/name required: is required, so null cannot remove it"
      ]
    ],
    ["an object that cannot be removed", { person: null }, ["/person required: is required, so null cannot remove it"]],
    ["what the service writes", { id: "x" }, ["/id not_allowed: is written by the service alone; leave it out"]],
    ["that the service's be removed", { id: null }, ["/id not_allowed: is written by the service alone; leave it out"]],
    [
      "what nobody knows",
      { person: { id: 1 }, toString: null },
      [
        "/toString unknown: is not known here; check its spelling",
        "/person/id unknown: is not known here; check its spelling"
      ]
    ],
    [
      "values of wrong types",
      { kind: 1, note: 1, size: 1, person: 1, second: 1 },
      [
        "/kind not_allowed: must be one of A, B",
        "/person type: must be an object",
        "/note type: must be a string or null",
        "/size not_allowed: must be one of S, L or null",
        "/second type: must be an object or null"
      ]
    ],
    ["a text that is too long", { note: "abcdef" }, ["/note length: must have 1 to 5 characters"]],
    ["a value of its own", { size: "M" }, ["/size not_allowed: must be one of S, L"]],
    ["a list", [], [" type: must be an object"]],
    ["null", null, [" type: must be an object"]]
  ])("refuses %s, and says how to mend it (decisions, Errors)", ([, input, problems]) =>
    assert.sameMembers([...problemsOf(input)], [...problems])
  )

  it("finds the mistakes of a large one with bounded work (decisions, Errors)", () => {
    const second = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, index]))
    assert.lengthOf(problemsOf({ second }), 50)
  })
})

describe("a patched resource", () => {
  const apply = patching(Resource)
  const stored = { id: "1", kind: "A", person: { name: "Ada", phone: "1" } } as const

  it("keeps the order of its members, whatever the order of the patch (decisions, Resources)", () =>
    assert.strictEqual(
      JSON.stringify(Result.getOrThrow(apply(stored, { note: "n", kind: "B", person: { phone: null } }))),
      '{"id":"1","kind":"B","note":"n","person":{"name":"Ada"}}'
    ))

  it("lacks nothing: an object that a patch adds is whole (decisions, Resources)", () => {
    const problems = Result.getFailure(apply(stored, { second: { phone: "1" } }))
    assert.deepStrictEqual(
      problems,
      Result.getFailure(Result.fail([{ in: "body", path: "/second/name", code: "required", message: "is required" }]))
    )
  })
})
