/**
 * How often each kind of command was done and refused: a model that is never asked agrees with everything.
 */
import { assert } from "@effect/vitest"
import type { Seen } from "./ModelRun.ts"

interface Counts {
  readonly done: number
  readonly refused: number
}

/** The counts of each kind. */
const tallyOf = (seen: Seen): ReadonlyMap<string, Counts> => {
  const tally = new Map<string, Counts>()
  for (const [answer, count] of seen) {
    const [kind = "", status] = answer.split(" ")
    const { done, refused } = tally.get(kind) ?? { done: 0, refused: 0 }
    const isDone = Number(status) < 300
    tally.set(kind, { done: done + (isDone ? count : 0), refused: refused + (isDone ? 0 : count) })
  }
  return tally
}

/** Checks that each kind was done and refused at least so often. */
export const checkTally = (seen: Seen, atLeast: number): void => {
  const seldom = [...tallyOf(seen)].filter(([, { done, refused }]) => Math.min(done, refused) < atLeast)
  assert.deepStrictEqual(seldom, [], `a kind was not done and refused ${atLeast} times each`)
}

/** One line for the log of `pnpm verify`: what was done and refused, and every answer. */
export const reportOf = (check: string, seen: Seen): string =>
  JSON.stringify({ check, tally: Object.fromEntries(tallyOf(seen)), seen: Object.fromEntries([...seen].toSorted()) })
