/**
 * What a request did wrong (decisions, Errors): all of it, by JSON Pointer and kind, never repeating what was sent.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { AgencyFeesUpdate } from "../src/AgencyFees.ts"
import { Job } from "../src/Job.ts"
import { NewOrganization } from "../src/Organization.ts"
import { Page } from "../src/Page.ts"
import { Permission } from "../src/Permission.ts"
import { jsonPointer, Problem, ProblemCode } from "../src/Problem.ts"
import { problemsOf } from "../src/Problems.ts"
import { NewUser } from "../src/User.ts"
import { strictDecoder } from "../src/StrictDecoder.ts"
import { faults, problemsIn, strict } from "./support.ts"

/** Reads a pointer as RFC 6901 §4 defines: split at "/", then ~1, then ~0. */
const segmentsOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replace(/~1/g, "/").replace(/~0/g, "~"))

const pointerText = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(["~", "/", "0", "1", "é", " "]))),
  (all) => all.join("")
)

describe("a JSON Pointer (RFC 6901)", () => {
  it.prop("can be read back", { segments: Arbitrary.array(pointerText) }, ({ segments }) => {
    const pointer = jsonPointer(segments)
    assert.deepStrictEqual(segmentsOf(pointer), segments)
    assert.notMatch(pointer, /~(?![01])/)
  })

  it.for([
    [[], ""],
    [[""], "/"],
    [["customFees", 0, "note"], "/customFees/0/note"],
    [["a/b"], "/a~1b"],
    [["m~n"], "/m~0n"],
    [["~1"], "/~01"]
  ] as const)("of %j is %j", ([segments, expected]) => assert.strictEqual(jsonPointer(segments), expected))

  it("escapes the names of unknown members (decisions, Errors)", () =>
    assert.deepStrictEqual(faults(AgencyFeesUpdate, { "a/b~c": 1, "": 2 }), ["/a~1b~0c unknown", "/ unknown"]))
})

describe("the problems of a request (decisions, Errors)", () => {
  it("are reported all at once", () =>
    assert.sameMembers(
      [...faults(NewUser, { id: "a b", created_at: "now", first_name: "", email: 1, nickname: "A" })],
      [
        "/nickname unknown",
        "/id format",
        "/created_at format",
        "/first_name length",
        "/last_name required",
        "/email type"
      ]
    ))

  it.for([
    [49, 49],
    [50, 50],
    [51, 50],
    [5_000, 50]
  ])("of %d unknown members are %d: at most 50", ([members = 0, expected]) => {
    const body = Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 0]))
    assert.strictEqual(problemsIn(AgencyFeesUpdate, body).length, expected)
  })

  it("deep in a list are at most 50 too", () => {
    const content = Array.from({ length: 60 }, () => ({}))
    assert.strictEqual(problemsIn(Page(Job), { content, next: null, count: 60 }).length, 50)
  })

  it.for(["body", "query", "path", "header"] as const)("say that they are in the %s", (part) => {
    const result = Schema.decodeUnknownResult(NewOrganization, strict)({})
    const problems = result._tag === "Failure" ? problemsOf(result.failure.issue, part) : []
    assert.deepStrictEqual(problems, [{ in: part, path: "/name", code: "required", message: "is required" }])
  })

  it.for([
    ["required", NewOrganization, {}, "/name"],
    ["unknown", NewOrganization, { name: "A", nmae: "A" }, "/nmae"],
    ["type", NewOrganization, { name: null }, "/name"],
    ["type", NewOrganization, [], ""],
    ["type", AgencyFeesUpdate, { optimizedFee: "true" }, "/optimizedFee"],
    ["type", AgencyFeesUpdate, { customFees: {} }, "/customFees"],
    ["format", NewUser, { first_name: "A", last_name: "B", email: "a" }, "/email"],
    [
      "range",
      AgencyFeesUpdate,
      { customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 10_001 }] },
      "/customFees/0/feeBasisPoints"
    ],
    ["length", NewOrganization, { name: " " }, "/name"],
    [
      "not_allowed",
      Schema.Struct({ permissions: Schema.Array(Permission) }),
      { permissions: ["jobs:eat"] },
      "/permissions/0"
    ],
    [
      "duplicate",
      AgencyFeesUpdate,
      { customFees: [0, 0].map(() => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 })) },
      "/customFees/1"
    ]
  ] as const)("have the kind %s (case %#)", ([code, schema, input, path]) =>
    assert.deepStrictEqual(faults(schema, input), [`${path} ${code}`])
  )

  it("know nine kinds and no other", () =>
    assert.deepStrictEqual(
      [...ProblemCode.literals],
      ["required", "unknown", "type", "format", "range", "length", "duplicate", "conflict", "not_allowed"]
    ))

  it("name what is allowed where only some values are", () =>
    assert.deepStrictEqual(problemsIn(Schema.Literals(["asc", "desc"]), "up"), [
      { in: "body", path: "", code: "not_allowed", message: "must be one of asc, desc" }
    ]))
})

const canary = "hunter2"
const canaryNumber = 48_151_623.42
/** Any JSON whose texts and numbers all carry the canary; names do not, because a pointer has to name members. */
const marked = (json: Schema.Json): Schema.Json =>
  typeof json === "string"
    ? canary + json
    : typeof json === "number"
      ? canaryNumber
      : Array.isArray(json)
        ? json.map(marked)
        : typeof json === "object" && json !== null
          ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, marked(value)]))
          : json
const secret = Arbitrary.map(Arbitrary.schema(Schema.Json), marked)
const members = Arbitrary.all({ a: secret, b: secret, c: secret, d: secret, e: secret, f: secret })

/** Issues hold the input with `reportInput`: even then no problem repeats it. */
const problemsWithInput = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown) =>
  problemsIn(schema, input, { ...strict, reportInput: true })

describe("what was sent (decisions, Errors; style rule 9)", () => {
  it.prop("is never repeated in a problem", { members }, ({ members: { a, b, c, d, e, f } }) => {
    const flat = { feeType: "FLAT_FEE", currency: a, feeCents: b, note: c, more: d }
    const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: e, note: f }
    const problems = [
      problemsWithInput(AgencyFeesUpdate, {
        optimizedFee: a,
        customFees: [flat, share, { feeType: canary }, b],
        more: c
      }),
      problemsWithInput(AgencyFeesUpdate, { customFees: [d] }),
      problemsWithInput(NewUser, {
        id: a,
        created_at: b,
        updated_at: c,
        first_name: d,
        last_name: e,
        email: f,
        more: a
      }),
      problemsWithInput(NewUser, {
        id: `${canary}!`,
        created_at: canary,
        first_name: canary.repeat(20),
        email: canary
      }),
      problemsWithInput(Page(Job), {
        content: [{ id: a, title: b, status: canary, openings: canaryNumber }],
        next: d,
        count: e
      })
    ]
    problems.forEach((some) => {
      assert.isAbove(some.length, 0)
      assert.isTrue(some.every(Schema.is(Problem)))
    })
    const text = JSON.stringify(problems)
    assert.notInclude(text, canary)
    assert.notInclude(text, String(canaryNumber))
  })
})

describe("a null (decisions, Errors)", () => {
  const decode = strictDecoder(NewUser)
  const mistakes = (input: object) =>
    Result.match(decode(input, "body"), { onFailure: (problems) => problems, onSuccess: () => [] })
  const user = { first_name: "Ada", last_name: "King", email: "ada@example.com" }

  it("of an optional member that is null says to leave it out", () => {
    const [problem] = mistakes({ ...user, created_at: null })
    assert.deepInclude({ ...problem }, { path: "/created_at", code: "type" })
    assert.include(problem?.message, "leave it out")
  })

  it("of a required member says what the member must be", () => {
    const [problem] = mistakes({ ...user, first_name: null })
    assert.deepInclude({ ...problem }, { path: "/first_name", code: "type", message: "must be a string" })
  })
})
