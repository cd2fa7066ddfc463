/**
 * How often the first process replaces workers that have ended (docs/decisions, 43).
 */
import { assert, describe, it } from "@effect/vitest"
import { endsMax, endsWindowMs, makeRestartBudget } from "../../src/platform/workers/RestartBudget.ts"

describe("a worker that has ended", () => {
  it(`is replaced, unless more than ${endsMax} have ended within a minute (decisions, 43)`, () => {
    const mayRestart = makeRestartBudget()
    const ends = (atMs: number, count: number) => Array.from({ length: count }, () => mayRestart(atMs))
    assert.isTrue(ends(0, endsMax).every(Boolean))
    assert.isFalse(mayRestart(endsWindowMs - 1))
    const later = makeRestartBudget()
    for (let atMs = 0; atMs < 100 * endsWindowMs; atMs += endsWindowMs / endsMax) assert.isTrue(later(atMs))
  })
})
