/**
 * {@link RequestLogStore} in tables. Numbers of requests follow each other, so how many there are is known without counting them.
 */
import type { LoggedRequestId } from "@partner-api/domain/operator/LoggedRequest"
import {
  CountedOutcome,
  minuteMs,
  type TrafficCount,
  type TrafficPeriod,
  trafficPeriods
} from "@partner-api/domain/operator/Traffic"
import {
  type RequestBatch,
  type RequestBounds,
  RequestLogStore,
  RequestLogUnwritable,
  requestsPerPurge
} from "@partner-api/service/store/RequestLogStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { explain, orFailure, orStoreError } from "../sql/kit/Errors.ts"
import { inStatements } from "../sql/kit/Writes.ts"
import { requestColumns, RequestInsert, RequestRow, toLogged } from "./RequestLogRows.ts"
import { makeDeprecatedCounts, makeErrorCounts } from "./RequestCounts.ts"
import { makeBeginOf, makeLastRequests, makeSearch, readEdges } from "./RequestSearch.ts"

// Counts of requests and deliveries, added up in the steps of every period: a plot of a week reads as many rows as one of an hour.

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
const addCounts = (sql: SqlClient.SqlClient, counts: ReadonlyArray<TrafficCount>) =>
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
const readCounts = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ sinceMs: Schema.Int, stepMs: Schema.Int }),
    Result: Row,
    execute: ({ sinceMs, stepMs }) => sql`
      SELECT at_ms AS "atMs", outcome, duration_class AS "durationClass", requests AS count FROM request_counts
      WHERE step_ms = ${stepMs} AND at_ms >= ${sinceMs}`
  })

const SumRow = Schema.Struct({ outcome: CountedOutcome, durationClass: Schema.Int, count: Schema.Int })

/** The sums of a step between two moments: a hundred rows or so, where a period has ten thousand counts. */
const readSums = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ fromMs: Schema.Int, untilMs: Schema.Int, stepMs: Schema.Int }),
    Result: SumRow,
    execute: ({ fromMs, stepMs, untilMs }) => sql`
      SELECT outcome, duration_class AS "durationClass", CAST(sum(requests) AS BIGINT) AS count FROM request_counts
      WHERE step_ms = ${stepMs} AND at_ms >= ${fromMs} AND at_ms < ${untilMs} GROUP BY outcome, duration_class`
  })

/** Removes the counts that no period and none before it has any more. A minute is left for clocks of other machines. */
const purgeCounts = (sql: SqlClient.SqlClient, nowMs: number) =>
  Effect.forEach(
    periods,
    ({ lengthMs, stepMs }) => sql`
      DELETE FROM request_counts WHERE step_ms = ${stepMs} AND at_ms < ${nowMs - 2 * lengthMs - stepMs - minuteMs}`,
    { discard: true }
  )

/** A failure is reported by the one who keeps the log. No statement is part of a trace: the log belongs to no request. */
const orUnwritable = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  orFailure(effect).pipe(
    Effect.mapError((error) => new RequestLogUnwritable({ reason: explain(error) })),
    Effect.withTracerEnabled(false)
  )

export const layer = Layer.effect(
  RequestLogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const insert = yield* RequestInsert
    const search = makeSearch(sql)
    const beginOf = makeBeginOf(sql)
    const lastRequests = makeLastRequests(sql)
    const countErrors = makeErrorCounts(sql)
    const countDeprecated = makeDeprecatedCounts(sql)

    const find = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: RequestRow,
      execute: (id) => sql`SELECT ${sql.literal(requestColumns)} FROM logged_requests WHERE id = ${Number(id)}`
    })

    const append = Effect.fnUntraced(function* ({ counts, requests }: RequestBatch) {
      if (requests.length > 0) yield* insert(requests)
      yield* addCounts(sql, counts)
    })

    const purge = Effect.fnUntraced(function* ({ beforeMs, rowsMax }: RequestBounds) {
      yield* purgeCounts(sql, yield* Clock.currentTimeMillis)
      const { first, last } = yield* readEdges(sql)
      if (last === 0) return 0
      const from = Math.min(Math.max(yield* beginOf(beforeMs), last - rowsMax + 1), first + requestsPerPurge)
      if (from <= first) return 0
      // Both ends are named: for one alone, PostgreSQL would read the whole table.
      yield* sql`DELETE FROM logged_requests WHERE id >= ${first} AND id < ${from}`
      return from - first
    })

    return RequestLogStore.of({
      isKept: true,
      append: (batch) => orUnwritable(sql.withTransaction(append(batch))),
      page: (filter, request) => orStoreError(search(filter, request)),
      find: (id: LoggedRequestId) => orStoreError(Effect.map(find(id), Option.map(toLogged))),
      counts: (span) => orStoreError(readCounts(sql)(span)),
      sums: (span) => orStoreError(readSums(sql)(span)),
      errors: (of) => orStoreError(countErrors(of)),
      deprecated: orStoreError(countDeprecated),
      lastRequests: (clientIds) => orStoreError(lastRequests(clientIds)),
      purge: (bounds) => orUnwritable(sql.withTransaction(purge(bounds)))
    })
  })
)
