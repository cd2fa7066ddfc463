/**
 * An agency learns nothing of jobs that it is not assigned to (recruiting, Who sees a job): the requests of `pnpm test`, and many more.
 */
import { assert, describe, it } from "@effect/vitest"
import { compareTwins } from "../test/UnassignedTwins.ts"

describe("an agency that is not assigned to jobs (recruiting 3)", () => {
  it("gets the same bytes whether they are there or not, for 10,000 generated requests", async () =>
    assert.strictEqual(await compareTwins(10_000), 10_000))
})
