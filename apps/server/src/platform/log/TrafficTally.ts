/**
 * Counts what happens in each minute until it is written: a number for each outcome and class of durations, found without making a name for it.
 */
import {
  CountedOutcome,
  durationClasses,
  durationClassOf,
  minuteMs,
  type TrafficCount
} from "@partner-api/domain/operator/Traffic"

const outcomes = CountedOutcome.literals
const firstCells = new Map(outcomes.map((outcome, index) => [outcome, index * durationClasses] as const))

/** The counts of a minute: those of the classes of each outcome, one outcome after the other. */
type Cells = Uint32Array<ArrayBuffer>

const countsIn = (atMs: number, cells: Cells): ReadonlyArray<TrafficCount> =>
  outcomes.flatMap((outcome, index) =>
    Array.from(cells.subarray(index * durationClasses, (index + 1) * durationClasses)).flatMap((count, durationClass) =>
      count === 0 ? [] : [{ atMs, outcome, durationClass, count }]
    )
  )

export const makeTrafficTally = () => {
  const minutes = new Map<number, Cells>()
  const cellsOf = (atMs: number): Cells => {
    const known = minutes.get(atMs)
    if (known !== undefined) return known
    const cells = new Uint32Array(outcomes.length * durationClasses)
    minutes.set(atMs, cells)
    return cells
  }
  const add = (atMs: number, outcome: CountedOutcome, durationClass: number, count: number): void => {
    const cells = cellsOf(atMs)
    const cell = (firstCells.get(outcome) ?? 0) + durationClass
    cells[cell] = (cells[cell] ?? 0) + count
  }
  return {
    /** Counts one. */
    count: (outcome: CountedOutcome, nowMs: number, durationMs: number): void =>
      add(nowMs - (nowMs % minuteMs), outcome, durationClassOf(durationMs), 1),
    /** Takes all counts away, to be written. */
    take: (): ReadonlyArray<TrafficCount> => {
      const taken = [...minutes].flatMap(([atMs, cells]) => countsIn(atMs, cells))
      minutes.clear()
      return taken
    },
    /** Puts counts back that were not written. */
    giveBack: (taken: ReadonlyArray<TrafficCount>): void => {
      for (const { atMs, count, durationClass, outcome } of taken) add(atMs, outcome, durationClass, count)
    }
  }
}
