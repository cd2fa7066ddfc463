/**
 * Detects a list whose pages run in a cycle, without keeping every address (Brent's algorithm): compares each with one that moves at
 * powers of two.
 *
 * Does not decide what follows from a cycle: see `NextPage.ts`.
 */

/** The state of the check after some pages. */
export interface CycleCheck {
  readonly anchor: string | undefined
  readonly steps: number
  readonly stepsMax: number
}

/** The check before the first page. */
export const initialCycleCheck: CycleCheck = { anchor: undefined, steps: 0, stepsMax: 1 }

/** The check after one more page; none when `search` has been seen before. */
export const advanceCycleCheck = (check: CycleCheck, search: string): CycleCheck | undefined => {
  if (search === check.anchor) return undefined
  return check.steps + 1 >= check.stepsMax
    ? { anchor: search, steps: 0, stepsMax: check.stepsMax * 2 }
    : { ...check, steps: check.steps + 1 }
}
