/**
 * The cursor of a list: whatever is done to it, it keeps its place or is refused (spec 4.4; decisions, Lists).
 *
 * Signed with a real HMAC-SHA-256, because the laws are about text that nobody without the key can change.
 */
import { createHmac, timingSafeEqual } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import {
  type Cursor,
  cursorLengthMax,
  cursorLifetimeMs,
  type CursorSigner,
  type CursorUse,
  decodeCursor,
  encodeCursor
} from "../src/Cursor.ts"
import { integer, oneOf } from "./support.ts"

const signerOf = (key: string): CursorSigner => {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url")
  const verify = (text: string, signature: string) => {
    const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  return { sign, verify }
}
const signer = signerOf("the key of the cursors")

const shortText = Arbitrary.schema(Schema.String.check(Schema.isMaxLength(16)))
// No name is written with an escape in JSON: V8 misreads keys of one escaped character (nodejs/node#63785).
const filterName = oneOf(["status", "q", "é", "", "__proto__", "toString"])
const anyCursor: Arbitrary.Arbitrary<Cursor> = Arbitrary.all({
  list: shortText,
  organizationId: shortText,
  after: shortText,
  limit: integer(1, 100),
  filters: Arbitrary.array(Arbitrary.all([filterName, shortText]), { maxLength: 3 }).pipe(
    Arbitrary.map((entries): Cursor["filters"] => Object.fromEntries(entries))
  ),
  issuedAtMs: integer(0, 4_102_444_800_000)
})
const useOf = ({ list, organizationId, filters, issuedAtMs }: Cursor): CursorUse => ({
  list,
  organizationId,
  filters,
  nowMs: issuedAtMs
})
const sample: Cursor = {
  list: "jobs.list",
  organizationId: "org_1",
  after: "job_9",
  limit: 20,
  filters: { status: "OPEN" },
  issuedAtMs: 1_767_225_600_000
}

/** The cursor that a text holds, or the tag of its refusal. */
const read = (text: string, use: CursorUse, signer: CursorSigner) =>
  Result.getOrElse(decodeCursor(text, use, signer), (error) => error._tag)

const changed = (text: string, kind: string, place: number, character: string): string => {
  const at = place % text.length
  const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
  switch (kind) {
    case "substitute":
      return before + character + after
    case "insert":
      return before + character + here + after
    case "delete":
      return before + after
    case "truncate":
      return before
    case "swap case":
      return before + (here === here.toLowerCase() ? here.toUpperCase() : here.toLowerCase()) + after
    default:
      return text + character
  }
}

describe("a cursor (decisions, Lists)", () => {
  it.prop("comes back as it was written, and needs no escaping in an address", { cursor: anyCursor }, ({ cursor }) => {
    const text = encodeCursor(cursor, signer)
    assert.match(text, /^[A-Za-z0-9_.-]+$/)
    assert.isAtMost(text.length, cursorLengthMax)
    assert.deepStrictEqual(read(text, useOf(cursor), signer), cursor)
  })

  it.prop(
    "whose text was changed anywhere is refused",
    {
      attempt: Arbitrary.all({
        cursor: anyCursor,
        kind: oneOf(["substitute", "insert", "delete", "truncate", "swap case", "append"]),
        place: integer(0, cursorLengthMax),
        character: oneOf(["A", "a", "0", "-", "_", ".", "=", "+", "/", "\n", " ", "é", ".A"])
      }).pipe(
        Arbitrary.map(({ cursor, kind, place, character }) => {
          const text = encodeCursor(cursor, signer)
          return { cursor, text, forged: changed(text, kind, place, character) }
        }),
        Arbitrary.filter(({ text, forged }) => text !== forged)
      )
    },
    ({ attempt: { cursor, forged } }) => assert.strictEqual(read(forged, useOf(cursor), signer), "InvalidCursor"),
    { arbitrary: { runs: 2_000 } }
  )

  it.prop("spelled differently for the same bytes is refused", { cursor: anyCursor }, ({ cursor }) => {
    const [body = "", signature = ""] = encodeCursor(cursor, signer).split(".")
    const spellings = (part: string) =>
      Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", (last) => part.slice(0, -1) + last)
        .concat(`${part}=`, `${part}\n`)
        .filter((other) => other !== part && Buffer.from(other, "base64url").equals(Buffer.from(part, "base64url")))
    const forged = [
      ...spellings(body).map((other) => `${other}.${signature}`),
      ...spellings(signature).map((other) => `${body}.${other}`)
    ]
    // 256 bits leave two bits of the last character unused: three other spellings, and two with a tail.
    assert.isAtLeast(forged.length, 5)
    forged.forEach((text) => assert.strictEqual(read(text, useOf(cursor), signer), "InvalidCursor"))
  })

  it.prop(
    "is good from its issue until the end of its lifetime, and not a millisecond longer",
    { cursor: anyCursor, age: integer(0, cursorLifetimeMs - 1), more: integer(0, cursorLifetimeMs) },
    ({ cursor, age, more }) => {
      const text = encodeCursor(cursor, signer)
      const at = (nowMs: number): CursorUse => ({ ...useOf(cursor), nowMs })
      assert.deepStrictEqual(read(text, at(cursor.issuedAtMs + age), signer), cursor)
      assert.deepStrictEqual(read(text, at(cursor.issuedAtMs + cursorLifetimeMs - 1), signer), cursor)
      assert.strictEqual(read(text, at(cursor.issuedAtMs + cursorLifetimeMs + more), signer), "InvalidCursor")
      assert.strictEqual(read(text, at(cursor.issuedAtMs - 1 - more), signer), "InvalidCursor")
    }
  )

  it.for<[string, Partial<CursorUse>]>([
    ["another list", { list: "users.list" }],
    ["another organization", { organizationId: "org_2" }],
    ["another value of a filter", { filters: { status: "CLOSED" } }],
    ["a filter it does not hold", { filters: { status: "OPEN", q: "x" } }],
    ["a filter named like a member of every object", { filters: { toString: "x" } }],
    ["a time before its issue", { nowMs: sample.issuedAtMs - 1 }],
    ["a time after its life of 24 hours", { nowMs: sample.issuedAtMs + 86_400_000 }]
  ])("is refused with %s", ([, use]) =>
    assert.strictEqual(read(encodeCursor(sample, signer), { ...useOf(sample), ...use }, signer), "InvalidCursor")
  )

  it("brings its filters along, so that an address may hold the cursor alone (spec 4.8, next)", () =>
    assert.deepStrictEqual(read(encodeCursor(sample, signer), { ...useOf(sample), filters: {} }, signer), sample))

  it("of another key is refused, but during a rotation two keys are accepted", () => {
    const [old, next] = [signerOf("old"), signerOf("next")]
    const rotating: CursorSigner = {
      sign: next.sign,
      verify: (text, signature) => next.verify(text, signature) || old.verify(text, signature)
    }
    assert.strictEqual(read(encodeCursor(sample, old), useOf(sample), next), "InvalidCursor")
    assert.deepStrictEqual(read(encodeCursor(sample, old), useOf(sample), rotating), sample)
    assert.deepStrictEqual(read(encodeCursor(sample, next), useOf(sample), rotating), sample)
  })

  it.for([
    ["another version", '[2,"jobs.list","org_1","job_9",20,{"status":"OPEN"},1767225600000]'],
    ["a limit over 100", '[1,"jobs.list","org_1","job_9",101,{"status":"OPEN"},1767225600000]'],
    ["a missing member", '[1,"jobs.list","org_1","job_9",20,{"status":"OPEN"}]'],
    ["no JSON", "page two"],
    ["nothing", ""]
  ])("that is well signed but holds %s is refused", ([, json = ""]) => {
    const body = Buffer.from(json).toString("base64url")
    assert.strictEqual(read(`${body}.${signer.sign(body)}`, useOf(sample), signer), "InvalidCursor")
  })

  it("longer than any of ours is refused before it is verified", () => {
    const unused: CursorSigner = { sign: signer.sign, verify: () => assert.fail("verified") }
    assert.strictEqual(read(`${"A".repeat(cursorLengthMax)}.A`, useOf(sample), unused), "InvalidCursor")
  })
})
