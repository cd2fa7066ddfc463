/**
 * A full request log: the first page of every filter, one request, and the overview are there within 300 ms (docs/decisions/0066), on SQLite and on PostgreSQL.
 * How many requests fill it is an argument: `pnpm verify` fills a small one, `pnpm verify:long` one of a million.
 */
import { databases } from "../../test/Postgres.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import {
  type LoggedRequestFilter,
  LoggedRequestId,
  type NewLoggedRequest
} from "@partner-api/domain/operator/LoggedRequest"
import { minuteMs, type TrafficCount, trafficPeriods } from "@partner-api/domain/operator/Traffic"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { RequestLog } from "@partner-api/service/services/operator/RequestLog"
import { RequestLogStore } from "@partner-api/service/store/RequestLogStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "@effect/vitest"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import * as RequestLogDatabase from "../../src/store/requestlog/RequestLogDatabase.ts"

const perBatch = 500
const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 31)
const withinMs = 300

const clients = Array.from({ length: 200 }, (_, index) =>
  ClientId.make(`cli_01KGAS0F00W2P4J8H6V3B9D${String(index).padStart(3, "0")}`)
)
const organizations = Array.from({ length: 1_000 }, (_, index) => OrganizationId.make(`org_${index}`))
const routes = ["/v1/jobs", "/v1/jobs/:job_id", "/v1/users", "/v1/applications", "/v1/events"]

const nameOf = (number: number) =>
  `0b6f4c1e-8d3a-4b57-9a53-${((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(12, "0")}`

/** One request in a hundred is refused; ten fail; one client and one organization have one request each, at the beginning. */
const requestOf = (total: number, number: number): NewLoggedRequest => {
  const isRare = number === 1_000
  const status = number % (total / 10) === 77 ? 500 : number % 100 === 7 ? 422 : 200
  return {
    requestId: nameOf(number),
    atMs: Math.floor(startMs + (number * dayMs) / total),
    method: isRare ? "DELETE" : number % 5 === 2 ? "POST" : "GET",
    route: isRare ? "/v1/webhook_endpoints/:id" : (routes[number % 5] ?? ""),
    status,
    error: status === 422 ? "unprocessable_entity" : status === 500 ? "internal_error" : undefined,
    durationMs: 1 + (number % 17),
    isReplay: false,
    clientId: isRare ? ClientId.make("cli_rare") : clients[number % 200],
    organizationId: isRare ? OrganizationId.make("org_rare") : organizations[number % 1_000],
    traceId: undefined,
    admittedMs: 0.4,
    bodyReadMs: undefined,
    problems: status === 422 ? [{ in: "body", path: "/email", code: "format" }] : [],
    query: number % 5 === 0 ? ["limit"] : [],
    body:
      status === 422
        ? [
            { path: "", type: "object" },
            { path: "/email", type: "string" }
          ]
        : [],
    deprecated: number % 1_000 === 502 ? ["applications.transition /hire/custom_fee"] : [],
    rateLimit: { remaining: 199, burst: 200 }
  }
}

/** Every outcome, in twenty classes, of every minute of a week. */
const countsOf = (atMs: number): ReadonlyArray<TrafficCount> =>
  (["answered", "refused", "limited", "failed", "delivered"] as const).flatMap((outcome) =>
    Array.from({ length: 20 }, (_, durationClass) => ({ atMs, outcome, durationClass, count: 3 }))
  )

/** PostgreSQL analyses a table a minute after a tenth of it is new; half a minute of this fill is a day of a log. What comes later stays unknown to it. */
const analyse = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => Effect.asVoid(sql`ANALYZE logged_requests`) })
)

/** A day of requests at a steady pace. */
const fill = Effect.fnUntraced(function* (total: number) {
  const store = yield* RequestLogStore
  for (let from = 0; from < total; from += perBatch) {
    if (from === total / 2) yield* analyse
    yield* TestClock.setTime(startMs + ((from + perBatch) * dayMs) / total)
    yield* store.append({
      requests: Array.from({ length: perBatch }, (_, index) => requestOf(total, from + index)),
      counts: []
    })
  }
  const endMs = startMs + dayMs
  for (let minute = 0; minute < trafficPeriods["7d"].lengthMs; minute += 10 * minuteMs) {
    yield* store.append({ requests: [], counts: countsOf(endMs - minute) })
  }
})

const filtersOf = (
  total: number
): ReadonlyArray<readonly [what: string, filter: LoggedRequestFilter, count: number]> => [
  ["nothing", {}, 100],
  ["a request id", { request_id: nameOf(total / 8) }, 1],
  ["a request id that is not there", { request_id: "0b6f4c1e-none" }, 0],
  ["a client", { client_id: clients[3] ?? ClientId.make("") }, Math.min(100, total / clients.length)],
  ["a client that asked once, long ago", { client_id: ClientId.make("cli_rare") }, 1],
  ["an organization", { organization_id: organizations[7] ?? OrganizationId.make("") }, Math.min(16, total / 1_000)],
  // No index: the page ends after 40,000 requests, and the next one goes on (decision 110).
  ["an organization that asked once, long ago", { organization_id: OrganizationId.make("org_rare") }, 0],
  ["a route", { route: "/v1/users" }, 100],
  ["a route that was asked once, long ago", { route: "/v1/webhook_endpoints/:id" }, 0],
  ["a method", { method: "POST" }, 100],
  ["a status", { status: "422" }, 100],
  ["a class of statuses", { status: "5xx" }, 10],
  ["an error", { error: "internal_error" }, 10],
  [
    "an error of a client",
    { error: "unprocessable_entity", client_id: clients[7] ?? ClientId.make("") },
    Math.min(16, total / clients.length)
  ],
  [
    "an hour",
    { since: timestampFromMillis(startMs + 3_600_000), until: timestampFromMillis(startMs + 7_200_000) },
    100
  ],
  ["what is not there together", { status: "422", client_id: clients[8] ?? ClientId.make("") }, 0]
]

/** Fills a log, then times what an operator asks for, each once: its statement is prepared then, too. */
const timed = Effect.fnUntraced(function* (total: number) {
  const startedMs = performance.now()
  const cpu = process.cpuUsage()
  yield* fill(total)
  const { system, user } = process.cpuUsage(cpu)
  const log = yield* RequestLog
  const times: Array<readonly [what: string, ms: number]> = []
  const time = <A, E>(what: string, query: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const beginMs = performance.now()
      const answer = yield* query
      times.push([what, performance.now() - beginMs])
      return answer
    })
  for (const [what, filter, count] of filtersOf(total)) {
    const { rows } = yield* time(what, log.page(filter, { after: undefined, limit: 100 }))
    assert.isAtLeast(rows.length, count, what)
  }
  yield* time("one request", log.find(LoggedRequestId.make(String(total / 2))))
  for (const period of ["1h", "24h", "7d"] as const) yield* time(`the traffic of ${period}`, log.traffic(period))
  yield* time("who uses what is deprecated", log.deprecatedUsage)
  const store = yield* RequestLogStore
  // Nobody waits for it.
  let removed = 0
  for (let batch = 1; batch > 0; removed += batch) batch = yield* store.purge({ rowsMax: total - 1_000, beforeMs: 0 })
  assert.isAtLeast(removed, 1_000)
  const { rows } = yield* log.page({ client_id: ClientId.make("cli_rare") }, { after: undefined, limit: 100 })
  assert.lengthOf(rows, 1)
  yield* Effect.sync(() =>
    process.stdout.write(
      `filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s, ${((user + system) / total).toFixed(1)} us of CPU each\n` +
        times.map(([what, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${what}\n`).join("")
    )
  )
  assert.deepStrictEqual(
    times.filter(([, ms]) => ms > withinMs),
    []
  )
})

const on = (url: string, total: number) => {
  const database = readTarget(url)
  const log = RequestLog.layer.pipe(
    Layer.provideMerge(RequestLogDatabase.layer({ database, requestLog: { isOn: true, rowsMax: total, days: 7 } })),
    Layer.provideMerge(TestClock.layer({ warningDelay: "1 hour" })),
    // A pool of connections lives in real time.
    Layer.provideMerge(Database.layer(database))
  )
  return Effect.provide(timed(total), log)
}

const folder = sharedFolder()

/** Declares the tests of a log that `total` requests fill, a number that 1,000 divides. */
export const fullLogAnswers = (total: number) =>
  describe(`a request log that ${total.toLocaleString("en")} requests fill`, () => {
    it.live(
      "answers within 300 ms on SQLite (docs/decisions/0066)",
      () => on(`sqlite:${folder.file("full.db")}`, total),
      600_000
    )

    it.live(
      "answers within 300 ms on PostgreSQL (docs/decisions/0066)",
      () =>
        Effect.flatMap(
          Effect.promise(() => databases().create()),
          (url) => on(url, total)
        ),
      600_000
    )
  })
