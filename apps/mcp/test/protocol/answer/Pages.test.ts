/**
 * What a model gets of a list: whole items within the budget, a cursor that goes on from there, and text that can be seen
 * (mcp.md, 5.4, 5.7 and B15).
 */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeReader } from "../../../src/protocol/tool/Arguments.ts"
import { fit, textCharactersMax } from "../../../src/protocol/answer/Budget.ts"
import { exampleAt } from "../../../src/protocol/tool/Example.ts"
import {
  decodePageCursor,
  encodePageCursor,
  pageCursorCharactersMax,
  type PageCursorUse,
  type Place
} from "../../../src/protocol/answer/PageCursor.ts"
import { cleanJson, cleanText } from "../../../src/protocol/answer/PlatformText.ts"
import { fingerprintOf, sealConfirmation } from "../../../src/protocol/confirmation/Confirmation.ts"
import { makeSigner } from "../../../src/protocol/Signer.ts"

const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))
const anyText = Arbitrary.schema(Schema.String)
// As long as the platform's own cursors may be.
const shortText = Arbitrary.schema(Schema.String.check(Schema.isMaxLength(100)))

interface Item {
  readonly id: number
  readonly text: string
  readonly text_truncated?: true
}

/** Texts that cost more in JSON than they are long, or are very long. */
const itemText = Arbitrary.map(
  Arbitrary.all([anyText, integer(0, 3_000), integer(0, 3)]),
  ([text, times, kind]) =>
    [text.repeat(Math.ceil(times / 50)), '"'.repeat(times), "😀".repeat(times), "\n".repeat(times * 9)][kind] ?? ""
)
const items = Arbitrary.map(Arbitrary.array(itemText, { maxLength: 40 }), (texts) =>
  texts.map((text, id): Item => ({ id, text }))
)

const page = (all: ReadonlyArray<Item>, from: number, charactersMax: number) =>
  fit({
    items: all.slice(from),
    charactersMax,
    render: (shown, taken) => ({ items: shown, next: from + taken < all.length ? from + taken : null }),
    shorten: (item: Item, charactersLeft) => ({
      ...item,
      text: item.text.slice(0, charactersLeft),
      text_truncated: true as const
    })
  })

describe("the budget of an answer (mcp.md, 5.7)", () => {
  it.prop(
    "holds, is whole JSON, and a walk shows each item exactly once",
    [items, integer(200, 30_000)],
    ([all, max]) => {
      const seen = Array<Item>()
      let from: number | null = 0
      while (from !== null) {
        const { output, taken }: ReturnType<typeof page> = page(all, from, max)
        assert.isAtMost(JSON.stringify(output).length, max)
        if (from < all.length) assert.isAtLeast(taken, 1)
        seen.push(...output.items)
        from = output.next
      }
      assert.deepStrictEqual(
        seen.map(({ id }) => id),
        all.map(({ id }) => id)
      )
      for (const item of seen) {
        const original = all[item.id]?.text ?? ""
        // Only what could not be shown alone is cut, and says so.
        if (item.text_truncated === undefined) assert.strictEqual(item.text, original)
        else assert.isTrue(original.startsWith(item.text))
      }
    }
  )

  it.prop("takes as many as fit: one more would not", [items], ([all]) => {
    const { taken } = page(all, 0, 5_000)
    const more = all.slice(0, taken + 1)
    const next = taken + 1 < all.length ? taken + 1 : null
    if (taken < all.length) assert.isAbove(JSON.stringify({ items: more, next }).length, 5_000)
  })

  it("is 24,000 characters unless a tool says less", () => {
    const many = Array.from({ length: 1_000 }, (_, id): Item => ({ id, text: "x".repeat(100) }))
    const { output, taken } = fit({
      items: many,
      render: (shown) => ({ items: shown }),
      shorten: (item) => item
    })
    assert.isAtMost(JSON.stringify(output).length, textCharactersMax)
    assert.isAbove(JSON.stringify(output).length, textCharactersMax - 200)
    assert.isBelow(taken, many.length)
  })
})

const signer = makeSigner(new Uint8Array(32).fill(7))
const uses: Arbitrary.Arbitrary<PageCursorUse> = Arbitrary.all({
  tool: shortText,
  organizationId: Arbitrary.schema(Schema.NullOr(Schema.String.check(Schema.isMaxLength(64)))),
  chosen: Arbitrary.all({ text: shortText }),
  vocabulary: anyText
})
const anyUpstream = Arbitrary.map(Arbitrary.all([anyText, integer(0, 3)]), ([text, kind]) => {
  const coded = Buffer.from(text).toString("base64url")
  return [text, coded, `${coded}.${Buffer.from(`${text}x`).toString("base64url")}`, `${coded}.=`][kind] ?? null
})
const places: Arbitrary.Arbitrary<Place> = Arbitrary.all({ upstream: anyUpstream, offset: integer(0, 1_000_000) })
const expiresAtMs = 2_000_000_000_000
const write = (place: Place, use: PageCursorUse): string => encodePageCursor(place, use, expiresAtMs, signer) ?? ""
const problemOf = (text: string, use: PageCursorUse, nowMs = 0, by = signer): string =>
  Result.match(decodePageCursor(text, use, nowMs, by), {
    onSuccess: () => "accepted",
    onFailure: ({ message }) => message
  })

describe("a cursor for a model (mcp.md, 5.4)", () => {
  it.prop("comes back as it was where it belongs, however the platform's looks", [places, uses], ([place, use]) => {
    const text = encodePageCursor(place, use, expiresAtMs, signer)
    // Only a long one has none, and half a pair of surrogates, which no address holds.
    if (text === undefined) {
      assert.isTrue(Buffer.byteLength(place.upstream ?? "") > 100 || place.upstream?.isWellFormed() === false)
      return
    }
    assert.match(text, /^[A-Za-z0-9_-]+$/)
    assert.isAtMost(text.length, pageCursorCharactersMax)
    assert.deepStrictEqual(Result.getOrThrow(decodePageCursor(text, use, 0, signer)), place)
  })

  it("has at most 200 characters for the longest ids and filters of our service", () => {
    const id = (index: number) => createHash("sha512").update(String(index)).digest("base64url").slice(0, 64)
    const [organizationId, after, agency, job] = [id(1), id(2), id(3), id(4)]
    const filters = {
      q: JSON.stringify("x y".repeat(33)),
      agency_id: JSON.stringify(agency),
      job_id: JSON.stringify(job)
    }
    const cursor = (limit: number, afterId: string, at: number) =>
      JSON.stringify([1, "applications.list", organizationId, afterId, limit, filters, at])
    const signature = createHash("sha256").update("signed").digest("base64url")
    const body = Buffer.from(cursor(87, String(after), 1_767_225_600_123)).toString("base64url")
    const upstream = `${body}.${signature}`
    assert.isAbove(upstream.length, 400)
    const use = {
      tool: "find_applications",
      organizationId: String(organizationId),
      chosen: {},
      vocabulary: cursor(100, "", 1)
    }
    const text = write({ upstream, offset: 99 }, use)
    assert.isAbove(text.length, 100)
    assert.strictEqual(Result.getOrThrow(decodePageCursor(text, use, 0, signer)).upstream, upstream)
  })

  it.prop(
    "with any character changed is refused",
    [places, uses, integer(0, 10_000), integer(0, 63)],
    ([place, use, at, code]) => {
      const text = write(place, use)
      const character = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[code] ?? "A"
      const changed = text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1)
      if (text === "" || changed === text) return
      assert.include(problemOf(changed, use), "was changed")
    }
  )

  const use: PageCursorUse = { tool: "find_jobs", organizationId: "org_a", chosen: { text: "a" }, vocabulary: "words" }
  const text = write({ upstream: "abc", offset: 3 }, use)

  it.each([
    ["another tool", { tool: "list_jobs" }],
    ["another organization", { organizationId: "org_b" }],
    ["another search", { chosen: { text: "b" } }],
    ["a platform whose filters are others", { vocabulary: "other words" }]
  ])("is refused at %s, and says so", (_what, other) => {
    assert.include(problemOf(text, { ...use, ...other }), "is not one of this tool, organization and search")
  })

  it("is good until its end", () => {
    assert.strictEqual(problemOf(text, use, expiresAtMs - 1), "accepted")
    assert.include(problemOf(text, use, expiresAtMs), "has expired")
  })

  it("of another process or another purpose is refused", () => {
    const other = makeSigner(new Uint8Array(32).fill(8))
    const binding = { principalId: "local", tool: "list_jobs", organizationId: null, arguments: {} }
    const confirmation = { nonce: "n".repeat(24), fingerprint: fingerprintOf([]), expiresAtMs }
    assert.include(problemOf(text, use, 0, other), "was changed")
    assert.include(problemOf(sealConfirmation(binding, confirmation, signer), use), "was changed")
  })
})

/** Written out once more, as a list of ranges: what nobody sees. */
const isInvisible = (code: number): boolean =>
  (code < 0x20 && code !== 0x0a && code !== 0x09) ||
  (code >= 0x7f && code <= 0x9f) ||
  [0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xfeff, 0xffa0].includes(code) ||
  (code >= 0x180b && code <= 0x180f) ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xfff0 && code <= 0xfffb) ||
  (code >= 0x1bca0 && code <= 0x1bca3) ||
  (code >= 0x1d173 && code <= 0x1d17a) ||
  (code >= 0xe0000 && code <= 0xe0fff)

const codePoints = (text: string): ReadonlyArray<number> => Array.from(text, (one) => one.codePointAt(0) ?? 0)

const anyCodes = Arbitrary.array(
  Arbitrary.map(Arbitrary.all([integer(0, 0x2100), integer(0, 0x10ffff), integer(0, 2)]), ([low, any, kind]) =>
    kind === 0 ? any : low
  ),
  { maxLength: 60 }
)

describe("text of the platform (mcp.md, 5.4)", () => {
  it.prop("loses what nobody sees and nothing else", [anyCodes], ([codes]) => {
    const text = String.fromCodePoint(...codes)
    assert.deepStrictEqual(
      codePoints(cleanText(text)),
      codePoints(text).filter((code) => !isInvisible(code))
    )
  })

  it.each([
    ["line feed and tab stay", "a\n\tb", "a\n\tb"],
    ["an escape and a bell go", "a\u001B[31m\u0007b", "a[31mb"],
    ["overrides of direction go", "a\u202Eb\u2066c", "abc"],
    ["half a pair goes, a pair stays", "\uD83Da😀\uDE00", "a😀"],
    ["hidden tags go", "hi\u{E0041}\u{E007F}", "hi"]
  ])("%s", (_what, text, clean) => {
    assert.strictEqual(cleanText(text), clean)
  })

  it("is cleaned at any depth, in names too, and a member called __proto__ stays one", () => {
    const value = JSON.parse('{"a\\u200b":[{"b":"\\u0000c"}],"__proto__":{"d":"\\ufeffe"},"n":1,"t":true,"z":null}')
    assert.strictEqual(
      JSON.stringify(cleanJson(value)),
      '{"a":[{"b":"c"}],"__proto__":{"d":"e"},"n":1,"t":true,"z":null}'
    )
  })

  it("however deep it is, the walk ends", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
    assert.isBelow(JSON.stringify(cleanJson(deep)).length, 1_000)
  })
})

describe("examples (mcp.md, 5.6)", () => {
  const Fee = Schema.Union([
    Schema.Struct({ feeType: Schema.Literal("FLAT_FEE"), feeCents: Schema.Int }),
    Schema.Struct({ feeType: Schema.Literal("PERCENTAGE_FEE"), feeBasisPoints: Schema.Int })
  ])
  const Input = Schema.Struct({
    id: Schema.String.check(Schema.isPattern(/^agy_[a-z]+$/)).annotate({ examples: ["agy_one"] }),
    mail: Schema.String.check(Schema.isPattern(/^\S+@\S+$/)),
    count: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 200 })),
    strange: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{17}$/))),
    fees: Schema.Array(Fee)
  })

  it.each([
    ["/id", "agy_one"],
    ["/mail", "name@example.com"],
    ["/count", 100],
    ["/fees/0", { feeType: "FLAT_FEE", feeCents: 1 }],
    ["/fees/3/feeBasisPoints", 1],
    ["", { id: "agy_one", mail: "name@example.com", count: 100, fees: [{ feeType: "FLAT_FEE", feeCents: 1 }] }]
  ])("at %j one that the schema accepts", (pointer, example) => {
    assert.deepStrictEqual(Option.getOrUndefined(exampleAt(Input, pointer)), example)
  })

  it("none where none can be guessed", () => {
    assert.isTrue(Option.isNone(exampleAt(Input, "/strange")))
  })

  it("lead from a refused call to an accepted one in one step", () => {
    const read = makeReader(Input)
    const refused = read({ count: "many", mail: 1 })
    const mended = Object.fromEntries(
      Result.match(refused, { onSuccess: () => [], onFailure: (fields) => [...fields] }).map(({ path, example }) => [
        path.slice(1),
        example
      ])
    )
    assert.isTrue(Result.isSuccess(read(mended)))
  })
})
