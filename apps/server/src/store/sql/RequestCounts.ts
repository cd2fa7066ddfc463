/**
 * Counts of requests and deliveries, added up in the steps of every period: a plot of a week reads as many rows as one of an hour.
 */
import {
  CountedOutcome,
  minuteMs,
  type TrafficCount,
  type TrafficPeriod,
  trafficPeriods
} from "@partner-api/domain/operator/Traffic"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { inStatements } from "./StatementSizes.ts"

const periods: ReadonlyArray<(typeof trafficPeriods)[TrafficPeriod]> = Object.values(trafficPeriods)

/** The counts of minutes in each step, those of one row together, in one order: processes that add to the same rows do not wait in a circle. */
const rowsOf = (counts: ReadonlyArray<TrafficCount>) => {
  const rows = new Map<
    string,
    { step_ms: number; at_ms: number; outcome: string; duration_class: number; requests: number }
  >()
  for (const { stepMs } of periods) {
    for (const { atMs, count, durationClass, outcome } of counts) {
      const stepAtMs = Math.floor(atMs / stepMs) * stepMs
      const key = [stepMs, stepAtMs, outcome, durationClass].join(" ")
      const row = rows.get(key) ?? {
        step_ms: stepMs,
        at_ms: stepAtMs,
        outcome,
        duration_class: durationClass,
        requests: 0
      }
      rows.set(key, { ...row, requests: row.requests + count })
    }
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** Adds counts of minutes. */
export const addCounts = (sql: SqlClient, counts: ReadonlyArray<TrafficCount>) =>
  Effect.asVoid(
    inStatements(
      rowsOf(counts),
      (chunk) => sql`INSERT INTO request_counts ${sql.insert(chunk)}
        ON CONFLICT (step_ms, at_ms, outcome, duration_class)
        DO UPDATE SET requests = request_counts.requests + excluded.requests`
    )
  )

const Row = Schema.Struct({
  atMs: Schema.Int,
  outcome: CountedOutcome,
  durationClass: Schema.Int,
  count: Schema.Int
})

/** The counts of a step from a moment on. */
export const readCounts = (sql: SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ sinceMs: Schema.Int, stepMs: Schema.Int }),
    Result: Row,
    execute: ({ sinceMs, stepMs }) => sql`
      SELECT at_ms AS "atMs", outcome, duration_class AS "durationClass", requests AS count FROM request_counts
      WHERE step_ms = ${stepMs} AND at_ms >= ${sinceMs}`
  })

/** Removes the counts that no period has any more. A minute is left for clocks of other machines. */
export const purgeCounts = (sql: SqlClient, nowMs: number) =>
  Effect.forEach(
    periods,
    ({ lengthMs, stepMs }) => sql`
      DELETE FROM request_counts WHERE step_ms = ${stepMs} AND at_ms < ${nowMs - lengthMs - stepMs - minuteMs}`,
    { discard: true }
  )
