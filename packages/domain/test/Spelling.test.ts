/**
 * Misspelt names: one or two letters off is meant, anything else is not (decisions, Errors).
 */
import { assert, describe, it } from "@effect/vitest"
import { meantName } from "../src/Spelling.ts"

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
