/**
 * The times of a record: when it was made and when it was last changed.
 *
 * Those of a record that somebody brings over from another system are kept when given, made when absent; one given alone stands for
 * both, and created ≤ updated ≤ now + 5 minutes (decisions, Resources).
 *
 * It does not depend on the kind of the record. The present comes in as an argument.
 */
import type { Problem } from "./Problem.ts"
import { type Timestamp, timestampFromMillis, timestampToMillis } from "./Timestamp.ts"

/** The time by which a given moment may lie ahead of the service's clock: clocks of two companies differ a little. */
export const clockToleranceMs = 5 * 60_000

/** The times that a record brings with it. */
export interface GivenTimes {
  readonly created_at?: Timestamp
  readonly updated_at?: Timestamp
}

/** Both times of a record. */
export interface RecordTimes {
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
}

/** Completes the times of a new record. */
export const completeTimes = (given: GivenTimes, nowMs: number): RecordTimes => {
  const otherwise = given.created_at ?? given.updated_at ?? timestampFromMillis(nowMs)
  return { created_at: given.created_at ?? otherwise, updated_at: given.updated_at ?? otherwise }
}

/** A time of change, which does not come before the record was made. */
export const notBefore = (updated_at: Timestamp, created_at: Timestamp | undefined): Timestamp =>
  created_at === undefined || updated_at > created_at ? updated_at : created_at

/** When a record is marked as changed: now, and always later than before, whatever the clock reads. */
export const timeOfChange = (before: Timestamp | undefined, nowMs: number): Timestamp =>
  timestampFromMillis(before === undefined ? nowMs : Math.max(nowMs, timestampToMillis(before) + 1))

/** The problems of the times that a record brings with it; none where the times are possible. */
export const timeProblems = (given: GivenTimes, nowMs: number): ReadonlyArray<Problem> => {
  if (given.created_at === undefined && given.updated_at === undefined) return []
  const { created_at, updated_at } = completeTimes(given, nowMs)
  const problems: Array<Problem> = []
  // Normalised timestamps sort like the moments they name.
  if (created_at > updated_at) {
    problems.push({ in: "body", path: "/updated_at", code: "range", message: "must not be earlier than created_at" })
  }
  if (timestampToMillis(updated_at) > nowMs + clockToleranceMs) {
    const path = given.updated_at === undefined ? "/created_at" : "/updated_at"
    problems.push({ in: "body", path, code: "range", message: "must not lie in the future" })
  }
  return problems
}
