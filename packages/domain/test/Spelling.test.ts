/**
 * Misspelt names: one or two letters off is meant, anything else is not (decisions, Errors).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"

import { lettersApart, meantName } from "../src/Spelling.ts"
import { oneOf } from "./support.ts"

const names = ["RATE_LIMIT_BURST", "RATE_LIMIT_NODES", "WORKERS"]

describe("a misspelt name", () => {
  it.each([
    ["RATE_LIMIT_BRUST", "RATE_LIMIT_BURST"],
    ["RATE_LIMIT_BURS", "RATE_LIMIT_BURST"],
    ["RATE_LIMIT_BURSTSS", "RATE_LIMIT_BURST"],
    ["ATE_LIMIT_BURST", "RATE_LIMIT_BURST"],
    ["XATE_LIMIT_BURSX", "RATE_LIMIT_BURST"],
    ["RATE_LIMIT_NODE", "RATE_LIMIT_NODES"],
    ["WORKERS", undefined],
    ["RATE_LIMIT_BURSTSSS", undefined],
    ["RATE_LIMIT_XXXST", undefined],
    ["", undefined],
    ["WORKS", "WORKERS"],
    ["WORK", undefined]
  ])("%s is meant to be %s", (text, meant) => assert.strictEqual(meantName(text, names), meant))

  it("is the nearest of several", () => {
    assert.strictEqual(meantName("abcx", ["abyz", "abcd"]), "abcd")
    assert.strictEqual(meantName("abcx", ["abcd", "abyz"]), "abcd")
  })
})

describe("a text and a name", () => {
  const text = Arbitrary.map(Arbitrary.array(oneOf(["a", "b", "c"]), { maxLength: 9 }), (letters) => letters.join(""))

  it.prop("are a misspelling exactly where one or two letters are off", { text, name: text }, ({ name, text }) => {
    const off = lettersApart(text, name)
    assert.strictEqual(meantName(text, [name]), off === 1 || off === 2 ? name : undefined)
  })
})

describe("letters apart", () => {
  it.each([
    ["abcd", "abdc", 2, 1],
    ["abcd", "badc", 3, 2],
    ["ab", "ba", 2, 1],
    ["abcd", "abcd", 0, 0],
    ["", "abc", 3, 3],
    ["kitten", "sitting", 3, 3]
  ])("of %s and %s are %i, and %i where a swap is one", (left, right, apart, swapped) => {
    assert.deepStrictEqual([lettersApart(left, right), lettersApart(right, left)], [apart, apart])
    assert.deepStrictEqual([lettersApart(left, right, 1), lettersApart(right, left, 1)], [swapped, swapped])
  })
})
