/**
 * What becomes of a file that waits for a scanner (recruiting 5, Scan).
 */
import { assert, describe, it } from "@effect/vitest"

import { exceededMaxMs, scannedBy, scanRetryMs } from "../src/AttachmentScan.ts"

describe("a file that waits for the scanner", () => {
  it.each([
    ["clean", 0, "CLEAN"],
    ["rejected", 0, "REJECTED"],
    ["exceeded", exceededMaxMs - 1, undefined],
    ["exceeded", exceededMaxMs, "REJECTED"],
    ["failed", 100 * exceededMaxMs, undefined]
  ] as const)("that is %s after %i ms becomes %s (recruiting 5)", (outcome, ageMs, status) => {
    assert.strictEqual(scannedBy(outcome, ageMs), status)
  })

  it("is tried again ever more seldom, at least every five minutes, for as long as it is there (recruiting 5)", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 6, 7, 100_000].map(scanRetryMs),
      [5_000, 10_000, 20_000, 160_000, 300_000, 300_000]
    )
  })
})
