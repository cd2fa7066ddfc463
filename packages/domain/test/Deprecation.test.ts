/**
 * Declarations of what is deprecated (recruiting 12): twelve months from `since` to `sunset`.
 */
import { assert, describe, it } from "@effect/vitest"
import { deprecationMoments, deprecationSentence, sunsetMistake } from "../src/Deprecation.ts"

const declared = (since: string, sunset: string) => ({ since, sunset, replacement: "send `text`" })

describe("a declaration", () => {
  it.for([
    ["2026-11-28", "2027-11-28"],
    ["2026-12-31", "2027-12-31"],
    // There is no such day a year later.
    ["2028-02-29", "2029-03-01"],
    ["2026-11-28", "2030-01-01"]
  ] as const)("from %s may end on %s (recruiting 12)", ([since, sunset]) =>
    assert.isUndefined(sunsetMistake(declared(since, sunset)))
  )

  it.for([
    ["2026-11-28", "2027-11-27", "2027-11-28"],
    ["2026-12-31", "2027-12-30", "2027-12-31"],
    ["2028-02-29", "2029-02-28", "2029-03-01"],
    ["2026-11-28", "2026-11-28", "2027-11-28"]
  ] as const)("from %s may not end on %s, which is within twelve months (recruiting 12)", ([since, sunset, earliest]) =>
    assert.strictEqual(sunsetMistake(declared(since, sunset)), `must have its sunset on ${earliest} or later`)
  )

  it("is one sentence, and begins and ends at midnight (UTC)", () => {
    const declaration = declared("2026-11-28", "2027-11-28")
    assert.strictEqual(
      deprecationSentence(declaration),
      "Deprecated since 2026-11-28 and may be gone from 2027-11-28 on: send `text`."
    )
    assert.deepStrictEqual(deprecationMoments(declaration), {
      sinceMs: Date.UTC(2026, 10, 28),
      sunsetMs: Date.UTC(2027, 10, 28)
    })
  })
})
