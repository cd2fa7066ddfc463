import { assert, describe, it } from "vitest"
import {
  countDifference,
  durationDifference,
  periodBefore,
  shareBefore,
  shareText
} from "../src/overview/Comparison.ts"

const hour = periodBefore["1h"]

describe("a number beside that of the period before (docs/console)", () => {
  it.for([
    [1_512, 1_500, "12 more than the hour before"],
    [0, 1_500, "1,500 fewer than the hour before"],
    [7, 7, "as many as the hour before"],
    [7, 0, "none the hour before"],
    [0, 0, "none the hour before"]
  ] as const)("%d after %d: %s", ([now, before, text]) => {
    assert.strictEqual(countDifference(now, before, hour), text)
  })

  it.for([
    [14, 12, "2 ms slower than the hour before"],
    [12, 14, "2 ms faster than the hour before"],
    [12, 12, "as fast as the hour before"],
    [12, undefined, "none the hour before"],
    [undefined, 12, "12 ms the hour before"]
  ] as const)("%d ms after %d ms: %s", ([now, before, text]) => {
    assert.strictEqual(durationDifference(now, before, hour), text)
  })
})

describe("a share (docs/console)", () => {
  it.for([
    [0, 0, "0 %"],
    [0, 10, "0 %"],
    [1, 10, "10.0 %"],
    [1, 1_000, "0.10 %"]
  ] as const)("of %d among %d is %s", ([part, whole, text]) => {
    assert.strictEqual(shareText(part, whole), text)
  })

  it("of a period without a request is none", () => {
    assert.strictEqual(shareBefore(0, 0, hour), "no request the hour before")
    assert.strictEqual(shareBefore(1, 1_000, hour), "0.10 % the hour before")
  })
})
