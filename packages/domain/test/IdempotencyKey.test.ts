/**
 * Keys of safe repetition (decisions, Safe repetition): which header is a key, and one text for each JSON value.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { canonicalJson, idempotencyKeyMax, readIdempotencyKey } from "../src/IdempotencyKey.ts"

const longest = "k".repeat(idempotencyKeyMax)

describe("an Idempotency-Key", () => {
  it.for([
    ["bare", "key-1", "key-1"],
    ["bare, with blanks and a quote inside", 'a "b" c', 'a "b" c'],
    ["quoted", '"key-1"', "key-1"],
    ["quoted, with an escaped quote and backslash", String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ["of one character", "~", "~"],
    ["as long as it may be", longest, longest],
    ["as long as it may be, quoted", `"${longest}"`, longest]
  ] as const)("is read %s (decisions, Safe repetition)", ([, header, key]) =>
    assert.strictEqual(readIdempotencyKey(header), key)
  )

  it.for([
    ["empty", ""],
    ["empty, quoted", '""'],
    ["too long", `${longest}k`],
    ["too long, quoted", `"${longest}k"`],
    ["with a control character first", "\tkey"],
    ["with a control character last", "key\t"],
    ["with a character beyond ASCII", "schlüssel"],
    ["with a character beyond ASCII, quoted", '"schlüssel"'],
    ["with a quote that is not closed", '"key'],
    ["with text after the closing quote", '"key" more'],
    ["with a quote that is not escaped", '"a"b"'],
    ["with an escape of another character", String.raw`"a\b"`]
  ] as const)("is refused %s (decisions, Safe repetition)", ([, header]) =>
    assert.isUndefined(readIdempotencyKey(header))
  )
})

const entries = Arbitrary.array(Arbitrary.all([Arbitrary.schema(Schema.String), Arbitrary.schema(Schema.Int)]), {
  maxLength: 8
})

describe("the canonical text of a JSON value (decisions, Safe repetition)", () => {
  it.prop("is the same for each order of its members, and means the same value", { entries }, ({ entries }) => {
    // Node 24.21 reads a name such as "\\n" as a lone backslash once it has read an object that had one there.
    const forward = Object.fromEntries(entries.filter(([name]) => name !== "__proto__" && name !== "\\"))
    const backward = Object.fromEntries(Object.entries(forward).toReversed())
    assert.strictEqual(canonicalJson([forward]), canonicalJson([backward]))
    // JSON has no negative zero.
    assert.deepStrictEqual(JSON.parse(canonicalJson([forward])), JSON.parse(JSON.stringify([forward])))
  })

  it("leaves out members that are undefined, as JSON does, and keeps null, false and the empty text", () => {
    const value = { b: null, a: [false, ""], c: undefined, "": { z: 1, y: 2 } }
    assert.strictEqual(canonicalJson(value), '{"":{"y":2,"z":1},"a":[false,""],"b":null}')
  })

  it.for([
    ["null", null, "null"],
    ["a text", 'a"b', String.raw`"a\"b"`],
    ["an array, in its order", [2, 1, [true]], "[2,1,[true]]"],
    [
      "members by name, at every depth",
      { b: { d: 1, c: 2 }, a: [{ f: 1, e: 2 }] },
      '{"a":[{"e":2,"f":1}],"b":{"c":2,"d":1}}'
    ],
    ["no member that is undefined", { b: undefined, a: 1 }, '{"a":1}'],
    ["an empty object", {}, "{}"],
    ["an empty array", [], "[]"]
  ] as const)("has %s (decisions, Safe repetition)", ([, value, text]) =>
    assert.strictEqual(canonicalJson(value), text)
  )
})
