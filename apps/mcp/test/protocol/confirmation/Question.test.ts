/**
 * Questions in text that hides nothing (mcp.md, 5.5).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { questionCharactersMax, quoted, wholeQuestion } from "../../../src/protocol/confirmation/Question.ts"

describe("a text of others in a question", () => {
  it.each([
    ["plain", "Senior roles (EU), 20 % – größer", "Senior roles (EU), 20 % – größer"],
    ["with line ends", "a\nb\r\nc\u2028d", "a\\nb\\u000D\\nc\\u2028d"],
    ["with controls", "\u0000\u001F\u007F\u0080\u009F", "\\u0000\\u001F\\u007F\\u0080\\u009F"],
    ["with bidirectional characters", "\u202A\u202E\u2066\u2069\u061C", "\\u202A\\u202E\\u2066\\u2069\\u061C"],
    ["with characters of no width", "a\u200Bb\u2060c\uFEFFd\u00ADe", "a\\u200Bb\\u2060c\\uFEFFd\\u00ADe"],
    ["with tag characters", "a\u{E0041}", "a\\uDB40\\uDC41"],
    ["with half a pair", "a\uD800b", "a\\uD800b"],
    ["with runs of spaces", "a   b c", "a \\u0020\\u0020b c"],
    ["with other spaces", "a\u00A0b\u3000c\u2800d", "a\\u00A0b\\u3000c\\u2800d"],
    ["with piles of marks", "e\u0301\u0301\u0301", "e\u0301\u0301\\u0301"],
    ["with quotes and backslashes", 'a"b\\u202E', 'a\\"b\\\\u202E'],
    ["with the end of a quotation in Markdown", "a`b", "a\\u0060b"]
  ])("%s", (_what, text, body) => {
    assert.strictEqual(quoted(text), `\`"${body}"\``)
  })

  it.effect.prop("is the text again when it is read as a JSON string", [Arbitrary.schema(Schema.String)], ([text]) =>
    Effect.sync(() => {
      const shown = quoted(text)
      assert.strictEqual(JSON.parse(shown.slice(1, -1)), text)
      assert.strictEqual(shown.split("`").length, 3)
    })
  )
})

describe("a question", () => {
  it("shows what is invisible even where it was not quoted", () => {
    assert.deepStrictEqual(wholeQuestion("t", "a\u202Eb\nc", "Way out"), Result.succeed("a\\u202Eb\nc"))
  })

  it("is shown up to its bound, and refused beyond, never cut", () => {
    const longest = "x".repeat(questionCharactersMax)
    assert.deepStrictEqual(wholeQuestion("t", longest, "Way out"), Result.succeed(longest))
    const refused = Result.flip(wholeQuestion("t", `${longest}y`, "Way out"))
    const failure = Result.getOrUndefined(refused)
    assert.deepInclude(failure, { error: "cannot_be_shown", outcome: "not_sent" })
    assert.include(String(failure?.message), `${questionCharactersMax + 1} characters`)
  })
})
