/**
 * The comparison and the pages run on PostgreSQL too.
 */
import { assert, it } from "vitest"
import { canPin, compareForMoment, everything, momentMs, runForMoment } from "./Moment.ts"

/** Enough organizations for neighbours at both ends, each with a few pages. */
const few = ["--jobs", "20000", "--organizations", "20", "--rounds", "20"]

it.skipIf(!canPin)(
  "the product and its peers give the same answers on PostgreSQL and are compared in every row",
  { timeout: momentMs },
  ({ onTestFinished }) => assert.deepEqual(compareForMoment("postgres", onTestFinished), everything)
)

it.skipIf(!canPin)(
  "the page queries only search an index, wherever the page stands",
  { timeout: momentMs },
  ({ onTestFinished }) => {
    // The program ends with an error when they do not.
    const result: { plans: Record<string, Record<string, unknown>> } = JSON.parse(
      runForMoment("pages-postgres.ts", few, onTestFinished)("json")
    )
    assert.sameMembers(Object.keys(result.plans), ["page"])
    for (const places of Object.values(result.plans)) {
      assert.sameMembers(Object.keys(places), ["keysFront", "largestFront", "largestEnd", "keysEnd"])
    }
  }
)
