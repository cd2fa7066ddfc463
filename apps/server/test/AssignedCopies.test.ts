/**
 * Copies of an agency hold what the list shows (recruiting, Who sees a job). `verify` makes more changes.
 */
import { assert, describe, it } from "@effect/vitest"
import { compareCopies } from "./AssignedCopies.ts"

describe("the copies of an agency (recruiting 3)", () => {
  it("hold the jobs of the list after 100 random changes, by the feed, by webhook and by updated_since", async () =>
    assert.isAbove(await compareCopies(100), 0))
})
