/**
 * Who does not see an unconfirmed application learns nothing of it, and the client that submitted it sees it (recruiting, Confirmation and consent):
 * the requests of `pnpm test`, and many more.
 */
import { assert, describe, it } from "@effect/vitest"
import { compareUnconfirmed, twinViewers } from "../test/UnconfirmedTwins.ts"

describe("unconfirmed applications (recruiting 6)", () => {
  it.for(twinViewers)("make no difference to 3,400 generated requests of: %s", async (viewer) =>
    assert.strictEqual(await compareUnconfirmed(viewer, 3_400), 3_400)
  )
})
