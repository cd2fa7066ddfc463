/**
 * Strict JSON (decisions, Errors; I-JSON, RFC 7493): good JSON has the value of `JSON.parse`, and each refusal names its reason.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { jsonDepthMax, parseJson, readJson, readText } from "../src/StrictJson.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const refusalOf = (text: string): string | undefined =>
  Result.match(parseJson(text), { onFailure: ({ message }) => message, onSuccess: () => undefined })
const valueOf = (text: string): unknown => Result.getOrThrow(parseJson(text))

const nul = "The body holds a NUL character; leave it out."
const half = "The body holds half of a surrogate pair; send whole characters."
const twice = "The body names a member twice; send each once."
const mark = "The body begins with a byte order mark; leave it out."
const deep = `The body nests deeper than ${jsonDepthMax} levels.`
const invalid = "The body is not valid JSON."

/** JSON writes a NUL and the half of a surrogate pair as escapes, which are refused. */
const isTaken = (value: unknown): boolean => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value))
const text = Arbitrary.filter(Arbitrary.schema(Schema.String), isTaken)
const json = Arbitrary.filter(Arbitrary.schema(Schema.Json), isTaken)
const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

const escapes = (given: string): string =>
  Array.from(
    { length: given.length },
    (_, at) => String.raw`\u${given.charCodeAt(at).toString(16).padStart(4, "0")}`
  ).join("")

const nested = (open: string, inner: string, close: string, levels: number): string =>
  open.repeat(levels) + inner + close.repeat(levels)

describe("strict JSON", () => {
  it.prop("means what JSON.parse says, indented or not (RFC 8259)", { value: json, indent: integer(0, 4) }, (given) => {
    const written = JSON.stringify(given.value, undefined, given.indent)
    assert.deepStrictEqual(valueOf(written), JSON.parse(written))
    assert.deepStrictEqual(Result.getOrThrow(readJson(bytesOf(written))), JSON.parse(written))
  })

  it.prop("takes any text as a name and as a value, escaped or not", { text }, ({ text }) => {
    const written = `{ "${escapes(text)}" :\n[${JSON.stringify(text)},"${escapes(text)}"]}`
    assert.deepStrictEqual(valueOf(written), { [text]: [text, text] })
  })

  it.prop(
    "refuses a member that is named twice in one object, at any depth and however it is written (RFC 7493 §2.3)",
    { name: text, value: json, levels: integer(0, 8) },
    ({ levels, name, value }) => {
      const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`
      const again = `"${escapes(name)}":null`
      assert.strictEqual(refusalOf(nested('[{"outer":', `{${member},"${escapes(name)}x":1}`, "}]", levels)), undefined)
      assert.strictEqual(
        refusalOf(nested('[{"outer":', `{${member},"${escapes(name)}x":1,${again}}`, "}]", levels)),
        twice
      )
    }
  )

  it.each([
    ['{"a":1,"a":2}', twice],
    ['{"a":1,"b":2,"a":3}', twice],
    ['{"a":1,"b":2,"b":3}', twice],
    ['{"a":1,"\\u0061":2}', twice],
    ['{"a":{},"b":{"c":[],"c":1}}', twice],
    ['[{"a":1},{"a":1,"a":1}]', twice],
    ['{"a":[1,2],"a":1}', twice],
    ['{"":1,"":1}', twice],
    ['{"a\\"b":1,"a\\"b":1}', twice],
    ['"\\u0000"', nul],
    ['{"a\\u0000":1}', nul],
    ['["\\ud800"]', half],
    ['{"\\udc00":1}', half],
    ["\uFEFF{}", mark],
    [nested("[", "", "]", jsonDepthMax + 1), deep],
    [nested('{"a":', "1", "}", jsonDepthMax + 1), deep],
    ["[".repeat(100_000), deep],
    [`"${"[".repeat(40)}"${"[".repeat(33)}`, deep],
    [`"\\"${"]".repeat(40)}"${"{".repeat(33)}`, deep],
    ["", invalid],
    ["{", invalid],
    ["[1,]", invalid],
    ["{'a':1}", invalid],
    ["nul", invalid],
    ["\uFEFF", mark],
    ["{}\uFEFF", invalid]
  ])("refuses %j", (given, expected) => assert.strictEqual(refusalOf(given), expected))

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a","b","b"],"b":{"a":1}}',
    '{"a":"\\"a\\":1,","b":"}","c":"{"}',
    '{"a\\\\":1,"a":2}',
    '{"a":{},"b":{},"c":[[],[]]}',
    '"\\ud83d\\ude00"',
    `"${"[{".repeat(jsonDepthMax)}"`,
    `["\\"${"[".repeat(jsonDepthMax)}"]`,
    `[${"[],".repeat(100)}{}]`,
    `[${'{"a":[]},'.repeat(100)}[]]`,
    nested("[", "", "]", jsonDepthMax),
    nested('{"a":', "1", "}", jsonDepthMax)
  ])("takes %j", (given) => assert.deepStrictEqual(valueOf(given), JSON.parse(given)))

  it("refuses bytes that are no UTF-8, and keeps a byte order mark for the parser to refuse", () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xe2, 0x82]]) {
      const given = Uint8Array.from(bytes)
      assert.deepStrictEqual(
        Result.match(readText(given), { onFailure: ({ message }) => message, onSuccess: () => "" }),
        "The body is not valid UTF-8."
      )
      assert.isTrue(Result.isFailure(readJson(given)))
    }
    assert.strictEqual(Result.getOrThrow(readText(bytesOf("\uFEFFa"))), "\uFEFFa")
    assert.strictEqual(Result.getOrThrow(readText(bytesOf("a\u20AC"))), "a\u20AC")
  })
})
