/**
 * Copies of an agency hold what the list shows (recruiting, Who sees a job): the changes of `pnpm test`, and many more.
 */
import { assert, describe, it } from "@effect/vitest"
import { compareCopies } from "../test/AssignedCopies.ts"

describe("the copies of an agency (recruiting 3)", () => {
  it("hold the jobs of the list after 2,000 random changes, by the feed, by webhook and by updated_since", async () =>
    assert.isAbove(await compareCopies(2_000), 0))
})
