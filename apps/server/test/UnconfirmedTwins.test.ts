/**
 * Who does not see an unconfirmed application learns nothing of it, and the client that submitted it sees it (recruiting, Confirmation and consent):
 * `verify` sends more requests.
 */
import { assert, describe, it } from "@effect/vitest"
import { compareUnconfirmed, twinViewers } from "./UnconfirmedTwins.ts"

describe("unconfirmed applications (recruiting 6)", () => {
  it.for(twinViewers)("make no difference to 80 generated requests of: %s", async (viewer) =>
    assert.strictEqual(await compareUnconfirmed(viewer, 80), 80)
  )
})
