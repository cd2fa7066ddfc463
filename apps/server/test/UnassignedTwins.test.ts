/**
 * An agency learns nothing of jobs that it is not assigned to (recruiting, Who sees a job). `verify` sends more requests.
 */
import { assert, describe, it } from "@effect/vitest"
import { compareTwins } from "./UnassignedTwins.ts"

describe("an agency that is not assigned to jobs (recruiting 3)", () => {
  it("gets the same bytes whether they are there or not, for 250 generated requests", async () =>
    assert.strictEqual(await compareTwins(250), 250))
})
