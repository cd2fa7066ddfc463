/**
 * What is reported of a body, a query and a path: names and types, never a value (docs/decisions/0066).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { jsonPointer } from "../src/Problem.ts"
import { membersMax, shapeDepthMax, shapeOf, loggedName, loggedPointer } from "../src/operator/BodyShape.ts"
import { integer } from "./support.ts"

const anyJson = Arbitrary.schema(Schema.Json)

/** A text that is in no name and no type. */
const canary = "hunter2@canary.example"

/** The same JSON with the canary for every text, and as the name of a member more in every object. */
const withCanaries = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return canary
  if (Array.isArray(value)) return value.map(withCanaries)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries([
    [canary, canary],
    ["4711", 4_711],
    ...Object.entries(value).map(([name, inner]) => [name, withCanaries(inner)] as const)
  ])
}

describe("the shape of a body (docs/decisions/0066)", () => {
  it("has each member once, the outer ones first, with what it is", () =>
    assert.deepStrictEqual(
      shapeOf({
        candidate: { email: "ada@example.com", phones: ["1", "2", 3] },
        is_new: true,
        note: null,
        rate: 0.1,
        fees: [{ from: 1 }, { from: 2, to: "x" }]
      }),
      [
        { path: "", type: "object" },
        { path: "/candidate", type: "object" },
        { path: "/is_new", type: "boolean" },
        { path: "/note", type: "null" },
        { path: "/rate", type: "number" },
        { path: "/fees", type: "array" },
        { path: "/candidate/email", type: "string" },
        { path: "/candidate/phones", type: "array" },
        { path: "/fees/*", type: "object" },
        { path: "/candidate/phones/*", type: "string" },
        { path: "/candidate/phones/*", type: "number" },
        { path: "/fees/*/from", type: "number" },
        { path: "/fees/*/to", type: "string" }
      ]
    ))

  it.prop("has no value and no name that may be one, whatever is sent", { json: anyJson }, ({ json }) => {
    const shape = JSON.stringify(shapeOf(withCanaries(json)))
    assert.notInclude(shape, canary)
    assert.notInclude(shape, "4711")
  })

  it.prop(
    "shows the types of a body, whatever its values are",
    { json: anyJson, more: integer(0, 9) },
    ({ json, more }) => {
      const other = (value: Schema.Json): Schema.Json => {
        if (typeof value === "string") return `${value}${more}`
        if (typeof value === "number") return value + more
        if (typeof value === "boolean") return !value
        if (Array.isArray(value)) return value.map(other)
        if (value === null || typeof value !== "object") return null
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, other(inner)]))
      }
      assert.deepStrictEqual(shapeOf(other(json)), shapeOf(json))
    }
  )

  it.prop("is bounded in members and depth", { json: anyJson, count: integer(1, 200) }, ({ count, json }) => {
    const wide = Object.fromEntries(
      Array.from({ length: count }, (_, index) => ["a".repeat(1 + (index % 40)) + "_".repeat(index % 3), json])
    )
    const deep = Array.from({ length: count }).reduce<Schema.Json>((inner) => ({ a: inner }), json)
    for (const body of [wide, deep]) {
      const shape = shapeOf(body)
      assert.isAtMost(shape.length, membersMax)
      assert.isAtMost(Math.max(...shape.map(({ path }) => path.split("/").length - 1)), shapeDepthMax - 1)
    }
  })
})

describe("a name (docs/decisions/0066)", () => {
  it.for(["first_name", "Email", "a", "x".repeat(40)])("is reported where it looks like one: %s", (name) =>
    assert.strictEqual(loggedName(name), name)
  )

  it.for(["", "a1", "ada@example.com", "a b", "a%20b", "a.b", "x".repeat(41), "naïve", "a\n"])(
    "is hidden where it may be a value: %j",
    (name) => assert.strictEqual(loggedName(name), "?")
  )
})

describe("a pointer into a body (docs/decisions/0066)", () => {
  const body = { fees: [{ from: 1 }], "4711": { "0": [7] } }

  it.for([
    ["", ""],
    ["/fees/0/from", "/fees/0/from"],
    ["/fees/12", "/fees/?"],
    ["/4711", "/?"],
    ["/4711/0/0", "/?/?/0"],
    ["/fees/0/0", "/fees/0/?"],
    ["/unknown/0", "/unknown/?"],
    ["/a~1b", "/?"]
  ] as const)("shows names and positions in arrays: %s as %s", ([pointer, logged]) =>
    assert.strictEqual(loggedPointer(pointer, body), logged)
  )

  it.prop("shows no name that may be a value, wherever it leads", { json: anyJson }, ({ json }) => {
    const value = withCanaries(json)
    for (const pointer of [jsonPointer([canary, "4711"]), jsonPointer(["4711", "0815", canary])]) {
      assert.notMatch(loggedPointer(pointer, value), /canary|4711/)
      assert.notMatch(loggedPointer(pointer), /canary|4711|0815/)
    }
  })
})
