/**
 * The request log in tables, on SQLite and on PostgreSQL: pages by every filter, one request, counts, errors, and what is not kept (docs/decisions/0066).
 */
import * as Fs from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import {
  type LoggedRequest,
  loggedRequest,
  type LoggedRequestFilter,
  LoggedRequestId,
  type NewLoggedRequest,
  statusesOf
} from "@partner-api/domain/operator/LoggedRequest"
import { minuteMs, type TrafficCount, trafficSpan } from "@partner-api/domain/operator/Traffic"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { RequestLogStore } from "@partner-api/service/store/RequestLogStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "@effect/vitest"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { requestLogTables } from "../src/store/migrations/0018RequestLog.ts"
import { indexRequestLog } from "../src/store/migrations/0029RequestLogIndexes.ts"
import * as RequestLogDatabase from "../src/store/requestlog/RequestLogDatabase.ts"
import { clientOn } from "../src/store/sqlite/SqliteClient.ts"
import { loggedAt } from "./NewLoggedRequest.ts"
import { migratedDatabase } from "./Postgres.ts"
import { openDatabase, sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const startMs = Date.UTC(2026, 0, 31, 9, 30)
const dayMs = 86_400_000

const acme = ClientId.make("cli_acme")
const globex = ClientId.make("cli_globex")
const organization = OrganizationId.make("org_acme")

/** A request that came so long after the start. */
const request = (afterMs: number, more: Partial<NewLoggedRequest> = {}): NewLoggedRequest =>
  loggedAt(startMs + afterMs, { requestId: `name_${afterMs}`, ...more })

const refused: Partial<NewLoggedRequest> = {
  method: "POST",
  route: "/v1/users",
  status: 422,
  error: "unprocessable_entity",
  clientId: acme,
  organizationId: organization,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  isReplay: true,
  admittedMs: 0.25,
  bodyReadMs: 0.5,
  problems: [{ in: "body", path: "/email", code: "format" }],
  query: ["limit", "?"],
  body: [
    { path: "", type: "object" },
    { path: "/email", type: "string" }
  ],
  rateLimit: { remaining: 0, burst: 200 }
}

/** Writes requests as one batch at the moment when the last one came. */
const append = Effect.fnUntraced(function* (...requests: ReadonlyArray<NewLoggedRequest>) {
  yield* TestClock.setTime(requests.at(-1)?.atMs ?? startMs)
  yield* Effect.flatMap(RequestLogStore, (store) => store.append({ requests, counts: [] }))
})

/** Walks through all pages of a filter. */
const walk = Effect.fnUntraced(function* (filter: LoggedRequestFilter, limit = 100) {
  const store = yield* RequestLogStore
  const found: Array<LoggedRequest> = []
  let pages = 0
  for (let after: string | undefined, isLast = false; !isLast;) {
    const { lookedTo, rows } = yield* store.page(filter, { after, limit })
    found.push(...rows.slice(0, limit).map(({ row }) => row))
    after = rows.length > limit ? rows[limit - 1]?.position : lookedTo
    isLast = after === undefined
    pages++
  }
  return { found, pages }
})

const names = (filter: LoggedRequestFilter, limit?: number) =>
  Effect.map(walk(filter, limit), ({ found }) => found.map(({ request_id }) => request_id))

const logOn = (url: string) => {
  const database = readTarget(url)
  return RequestLogDatabase.layer({ database, requestLog: { isOn: true, rowsMax: 1_000, days: 7 } }).pipe(
    Layer.provideMerge(TestClock.layer({ warningDelay: "1 hour" })),
    // A pool of connections lives in real time.
    Layer.provide(Database.layer(database))
  )
}

let count = 0
const engines = [
  ["SQLite", () => Effect.succeed(`sqlite:${folder.file(`store-${++count}.db`)}`)],
  ["PostgreSQL", () => Effect.promise(() => migratedDatabase())]
] as const

describe.each(engines)("the request log on %s", (_engine, open) => {
  const holds = (what: string, law: Effect.Effect<void, unknown, RequestLogStore>) =>
    it.live(what, () => Effect.flatMap(open(), (url) => Effect.provide(law, logOn(url))))

  holds(
    "returns a request as it was stored, by its number and in its page (docs/decisions/0066)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      yield* append(request(0), request(1, refused))
      const { found } = yield* walk({})
      const [last, first] = found
      assert.isDefined(last)
      assert.isDefined(first)
      assert.deepStrictEqual(last, loggedRequest(last.id, request(1, refused)))
      assert.deepStrictEqual(first, loggedRequest(first.id, request(0)))
      assert.deepStrictEqual(yield* store.find(last.id), Option.some(last))
      assert.deepStrictEqual(yield* store.find(LoggedRequestId.make("999")), Option.none())
    })
  )

  holds(
    "finds what meets a filter and nothing else, those written last first, in pages of any size (docs/decisions/0066)",
    Effect.gen(function* () {
      const all = Array.from({ length: 60 }, (_, index) =>
        request(index * 30_000, {
          requestId:
            index % 20 === 7 ? "same_name_12345678" : index % 20 === 8 ? "other_name_12345678" : `name_${index}`,
          clientId: index % 3 === 0 ? acme : index % 3 === 1 ? globex : undefined,
          organizationId: index % 2 === 0 ? organization : undefined,
          route: index % 5 === 0 ? "/v1/users" : "/v1/jobs",
          method: index % 4 === 0 ? "POST" : "GET",
          durationMs: index % 9,
          ...(index % 6 === 1 ? { status: 422, error: "unprocessable_entity" } : {}),
          ...(index % 6 === 2 ? { status: 400, error: "invalid_request" } : {}),
          ...(index === 59 ? { status: 500, error: "internal_error" } : {})
        })
      )
      for (const one of all) yield* append(one)
      const since = timestampFromMillis(startMs + 10 * 30_000)
      const until = timestampFromMillis(startMs + 20 * 30_000)
      const filters: ReadonlyArray<LoggedRequestFilter> = [
        {},
        { request_id: "same_name_12345678" },
        { request_id: "same_name_12345678", status: "422" },
        { request_id: "12345678" },
        { client_id: acme },
        { organization_id: organization },
        { route: "/v1/users" },
        { method: "POST" },
        { status: "422" },
        { status: "4xx" },
        { status: "5xx" },
        { status: "4xx-5xx" },
        { status: "401-4xx", client_id: acme },
        { min_duration_ms: 6 },
        { min_duration_ms: 6, status: "2xx-4xx" },
        { error: "invalid_request" },
        { since },
        { until },
        { since, until, client_id: globex },
        { since: until, until: since },
        { client_id: acme, organization_id: organization, route: "/v1/users", method: "POST" },
        { client_id: ClientId.make("cli_none") }
      ]
      for (const filter of filters) {
        const status = filter.status === undefined ? undefined : statusesOf(filter.status)
        const expected = all
          .filter(
            (one) =>
              (filter.request_id === undefined || one.requestId === filter.request_id) &&
              (filter.client_id === undefined || one.clientId === filter.client_id) &&
              (filter.organization_id === undefined || one.organizationId === filter.organization_id) &&
              (filter.route === undefined || one.route === filter.route) &&
              (filter.method === undefined || one.method === filter.method) &&
              (filter.error === undefined || one.error === filter.error) &&
              (filter.min_duration_ms === undefined || one.durationMs >= filter.min_duration_ms) &&
              (status === undefined || (one.status >= status.least && one.status <= status.most)) &&
              (filter.since === undefined || timestampFromMillis(one.atMs) >= filter.since) &&
              (filter.until === undefined || timestampFromMillis(one.atMs) < filter.until)
          )
          .map(({ requestId }) => requestId)
          .toReversed()
        for (const limit of [1, 7, 100]) {
          assert.deepStrictEqual(yield* names(filter, limit), expected, JSON.stringify([filter, limit]))
        }
      }
    })
  )

  holds(
    "looks through a bounded number of requests for a page, which may be empty and have a next one (docs/decisions/0066)",
    Effect.gen(function* () {
      yield* append(request(0, { clientId: acme, method: "PUT", requestId: "first" }))
      for (let of = 1; of <= 11; of++) {
        yield* append(...Array.from({ length: 4_000 }, () => request(of, { clientId: acme })))
      }
      const filter: LoggedRequestFilter = { client_id: acme, method: "PUT" }
      const { found, pages } = yield* walk(filter)
      assert.deepStrictEqual(
        found.map(({ request_id }) => request_id),
        ["first"]
      )
      assert.strictEqual(pages, 2)
    })
  )

  holds(
    "counts in the steps of each period, and adds to what is there (docs/decisions/0066)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      yield* TestClock.setTime(startMs)
      const counts = (...rows: ReadonlyArray<readonly [minute: number, durationClass: number, count: number]>) =>
        store.append({
          requests: [],
          counts: rows.map(([minute, durationClass, count]): TrafficCount => ({
            atMs: startMs + minute * minuteMs,
            outcome: "answered",
            durationClass,
            count
          }))
        })
      yield* counts([0, 3, 1], [1, 3, 2], [1, 4, 5])
      yield* counts([1, 3, 10], [12, 3, 100])
      const found = Effect.fnUntraced(function* (period: "1h" | "24h" | "7d") {
        const { sinceMs, stepMs } = trafficSpan(period, startMs + 12 * minuteMs)
        const rows = yield* store.counts({ sinceMs, stepMs })
        return rows
          .map(({ atMs, count, durationClass }) => [(atMs - startMs) / minuteMs, durationClass, count])
          .toSorted(([one = 0, first = 0], [other = 0, second = 0]) => one - other || first - second)
      })
      assert.deepStrictEqual(yield* found("1h"), [
        [0, 3, 1],
        [1, 3, 12],
        [1, 4, 5],
        [12, 3, 100]
      ])
      assert.deepStrictEqual(yield* found("24h"), [
        [0, 3, 13],
        [0, 4, 5],
        [10, 3, 100]
      ])
      // The hour began at half past.
      assert.deepStrictEqual(yield* found("7d"), [
        [-30, 3, 113],
        [-30, 4, 5]
      ])
      assert.sameDeepMembers(
        [...(yield* store.sums({ fromMs: startMs, untilMs: startMs + 12 * minuteMs, stepMs: minuteMs }))],
        [
          { outcome: "answered", durationClass: 3, count: 13 },
          { outcome: "answered", durationClass: 4, count: 5 }
        ]
      )
      yield* TestClock.setTime(startMs + 8 * dayMs)
      yield* store.purge({ rowsMax: 1, beforeMs: 0 })
      // The week before is compared with the last one.
      assert.lengthOf(yield* store.counts({ sinceMs: 0, stepMs: 60 * minuteMs }), 2)
      yield* TestClock.setTime(startMs + 15 * dayMs)
      yield* store.purge({ rowsMax: 1, beforeMs: 0 })
      assert.deepStrictEqual(yield* store.counts({ sinceMs: 0, stepMs: minuteMs }), [])
      assert.deepStrictEqual(yield* store.counts({ sinceMs: 0, stepMs: 60 * minuteMs }), [])
    })
  )

  holds(
    "counts the most frequent errors of a time by client (docs/decisions/0066)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      const error = (afterMs: number, code: string, clientId?: ClientId) =>
        request(afterMs, { status: 400, error: code, clientId })
      yield* append(
        error(0, "forbidden", acme),
        error(1_000, "not_found", acme),
        error(1_000, "not_found", acme),
        error(1_000, "not_found", globex),
        error(1_000, "unauthorized"),
        error(1_000, "unauthorized"),
        error(1_000, "unauthorized"),
        request(1_000)
      )
      assert.deepStrictEqual(yield* store.errors({ sinceMs: startMs + 1, limit: 2 }), {
        errors: [
          { error: "unauthorized", requests: 3 },
          { error: "not_found", client_id: acme, requests: 2 }
        ],
        sinceMs: undefined
      })
    })
  )

  holds(
    "counts the errors of a whole time, behind many requests without one, and returns from when on it has them (docs/console, The pages)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      const batchOf = (afterMs: number) => Array.from({ length: 5_000 }, () => request(afterMs))
      yield* append(request(0, { status: 400, error: "forbidden", clientId: acme }), request(1))
      for (let batch = 1; batch <= 5; batch++) yield* append(...batchOf(batch * minuteMs))
      yield* append(request(6 * minuteMs, { status: 500, error: "internal_error" }))
      const errors = [
        { error: "forbidden", client_id: acme, requests: 1 },
        { error: "internal_error", requests: 1 }
      ]
      assert.deepStrictEqual(yield* store.errors({ sinceMs: startMs, limit: 10 }), { errors, sinceMs: undefined })
      yield* store.purge({ rowsMax: 25_000, beforeMs: 0 })
      assert.deepStrictEqual(yield* store.errors({ sinceMs: startMs, limit: 10 }), {
        errors: errors.slice(1),
        sinceMs: startMs + minuteMs
      })
    })
  )

  holds(
    "counts the requests that use what is deprecated, by client and by what they use, behind many others, from when on the log has requests (recruiting 12)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      assert.deepStrictEqual(yield* store.deprecated, { groups: [], sinceMs: undefined })
      const uses = (afterMs: number, names: ReadonlyArray<string>, clientId?: ClientId) =>
        request(afterMs, { deprecated: names, clientId })
      yield* append(request(0), uses(1, ["old"], acme), uses(2, ["old", "older"], acme), uses(3, ["old"]))
      yield* append(...Array.from({ length: 5_000 }, () => uses(5, ["old"], globex)))
      yield* append(...Array.from({ length: 5_000 }, () => request(6)))
      yield* append(uses(7, ["old"], acme))
      const found = Effect.map(store.deprecated, ({ groups, sinceMs }) => ({
        sinceMs,
        groups: groups.map(({ clientId, lastAtMs, names, requests }) => [
          clientId,
          names.join(),
          requests,
          lastAtMs - startMs
        ])
      }))
      const { groups, sinceMs } = yield* found
      assert.strictEqual(sinceMs, startMs)
      // The newest 5,000 are counted first.
      assert.sameDeepMembers(groups, [
        [acme, "old", 1, 7],
        [globex, "old", 4_999, 5],
        [globex, "old", 1, 5],
        [acme, "old", 1, 1],
        [acme, "old,older", 1, 2],
        [undefined, "old", 1, 3]
      ])
      yield* store.purge({ rowsMax: 10_003, beforeMs: 0 })
      const later = yield* found
      assert.strictEqual(later.sinceMs, startMs + 2)
      assert.lengthOf(later.groups, 5)
    })
  )

  holds(
    "finds the newest request of each client that the log has, behind many of others (docs/console, The pages)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      yield* append(request(0, { clientId: acme }), request(1_000, { clientId: globex }))
      yield* append(...Array.from({ length: 9_000 }, (_, index) => request(2_000 + index)))
      yield* append(request(20_000, { clientId: acme }), request(21_000))
      assert.deepStrictEqual(
        yield* store.lastRequests([acme, globex, ClientId.make("cli_none")]),
        new Map([
          [acme, startMs + 20_000],
          [globex, startMs + 1_000]
        ])
      )
    })
  )

  holds(
    "removes what exceeds a number and what is older than a moment, the oldest first, and finds the rest (docs/decisions/0066)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      for (let day = 0; day < 5; day++) {
        yield* append(...Array.from({ length: 10 }, (_, index) => request(day * dayMs + index, { clientId: acme })))
      }
      assert.strictEqual(yield* store.purge({ rowsMax: 35, beforeMs: 0 }), 15)
      assert.lengthOf(yield* names({ client_id: acme }), 35)
      assert.strictEqual(yield* store.purge({ rowsMax: 100, beforeMs: startMs + 3 * dayMs }), 15)
      assert.deepStrictEqual(
        (yield* names({})).toReversed(),
        [3, 4].flatMap((day) => Array.from({ length: 10 }, (_, index) => `name_${day * dayMs + index}`))
      )
      assert.strictEqual(yield* store.purge({ rowsMax: 100, beforeMs: startMs + 3 * dayMs }), 0)
      assert.strictEqual(yield* store.purge({ rowsMax: 100, beforeMs: startMs + 9 * dayMs }), 20)
      assert.deepStrictEqual(yield* names({}), [])
      yield* append(request(9 * dayMs, { clientId: acme }))
      assert.deepStrictEqual(yield* names({ client_id: acme }), [`name_${9 * dayMs}`])
    })
  )

  holds(
    "keeps what came within the time, though some of it was written before what came earlier (docs/decisions/0066)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      yield* append(request(3_000), request(2_000), request(4_000), request(1_000))
      assert.strictEqual(yield* store.purge({ rowsMax: 100, beforeMs: startMs }), 0)
      const since = timestampFromMillis(startMs + 2_000)
      assert.deepStrictEqual(yield* names({ since }), ["name_4000", "name_2000", "name_3000"])
      assert.deepStrictEqual(yield* names({ until: since }), ["name_1000"])
    })
  )

  holds(
    "writes a batch whole or not at all (docs/decisions/0066)",
    Effect.gen(function* () {
      const store = yield* RequestLogStore
      yield* append(request(0))
      const broken = yield* Effect.flip(
        store.append({ requests: [request(1), request(2, { atMs: Number.NaN })], counts: [] })
      )
      assert.strictEqual(broken._tag, "RequestLogUnwritable")
      assert.deepStrictEqual(yield* names({}), ["name_0"])
    })
  )
})

describe("the file of the request log", () => {
  it("begins anew where the release before has made it (docs/decisions/0110)", async () => {
    const file = folder.file("before.db")
    const old = new DatabaseSync(`${file}.requests`)
    await Effect.runPromise(
      Effect.gen(function* () {
        const sql = yield* clientOn(old)
        yield* Effect.provideService(requestLogTables, SqlClient, sql)
        yield* sql`INSERT INTO request_zones (kind, name, block) VALUES ('client', 'cli_acme', 0)`
      }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
    )
    old.exec("PRAGMA application_id=0x5041524c")
    old.close()
    const law = Effect.gen(function* () {
      yield* append(request(0, { clientId: acme }))
      assert.deepStrictEqual(yield* names({ client_id: acme }), ["name_0"])
    })
    await Effect.runPromise(Effect.provide(law, logOn(`sqlite:${file}`)))
    using log = openDatabase(`${file}.requests`)
    const tables = log.db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'request_%'").all()
    assert.deepStrictEqual(tables.map(Object.values), [["request_counts"]])
  })

  it("keeps its requests where the release before has made it, which still writes to it and counts (docs/decisions/0146)", async () => {
    const file = folder.file("before-deprecated.db")
    const name = `${file}.requests`
    const old = new DatabaseSync(name)
    await Effect.runPromise(
      Effect.gen(function* () {
        const sql = yield* clientOn(old)
        yield* Effect.provideService(Effect.andThen(requestLogTables, indexRequestLog), SqlClient, sql)
      }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
    )
    old.exec("PRAGMA application_id=0x5041524c; PRAGMA user_version=1")
    const write = (db: DatabaseSync, id: string) =>
      db.exec(`INSERT INTO logged_requests (at_ms, request_id, method, route, status, duration_us, is_replay)
        VALUES (${startMs}, '${id}', 'GET', '/v1/jobs', 200, 1000, 0)`)
    write(old, "before")
    const law = Effect.gen(function* () {
      const store = yield* RequestLogStore
      yield* append(request(1, { deprecated: ["old"], clientId: acme }))
      yield* Effect.sync(() => write(old, "meanwhile"))
      assert.deepStrictEqual(yield* names({}), ["meanwhile", "name_1", "before"])
      const groups = [{ names: ["old"], clientId: acme, requests: 1, lastAtMs: startMs + 1 }]
      assert.deepStrictEqual(yield* store.deprecated, { groups, sinceMs: startMs })
    })
    await Effect.runPromise(Effect.provide(law, logOn(`sqlite:${file}`)))
    old.close()
    using log = openDatabase(name)
    assert.deepStrictEqual({ ...log.db.prepare("PRAGMA user_version").get() }, { user_version: 1 })
    // It is opened as it is the next time.
    await Effect.runPromise(Effect.provide(append(request(2)), logOn(`sqlite:${file}`)))
  })

  it("is its owner's alone, and is left alone when it is another program's (docs/decisions, Files)", async () => {
    const url = `sqlite:${folder.file("owner.db")}`
    const log = folder.file("owner.db.requests")
    await Effect.runPromise(Effect.provide(append(request(0)), logOn(url)))
    assert.strictEqual((Fs.statSync(log).mode & 0o777).toString(8), "600")
    {
      using other = openDatabase(folder.file("foreign.db.requests"))
      other.db.exec("CREATE TABLE diary (day TEXT)")
    }
    const before = Fs.readFileSync(folder.file("foreign.db.requests"))
    const failed = await Effect.runPromise(
      Effect.flip(Effect.provide(append(request(0)), logOn(`sqlite:${folder.file("foreign.db")}`)))
    )
    assert.include("reason" in failed ? failed.reason : failed.message, "foreign.db.requests is none of this program")
    assert.isTrue(Fs.readFileSync(folder.file("foreign.db.requests")).equals(before))
  })
})
