/**
 * The request log (decisions, Operators): what is kept of the requests of partners, and what never is.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import {
  type LoggedRequest,
  type LoggedRequestFilter,
  LoggedRequestId
} from "@partner-api/domain/operator/LoggedRequest"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import { RequestLog } from "@partner-api/service/services/operator/RequestLog"
import { WebhookSender } from "@partner-api/service/services/webhooks/WebhookSender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseTarget } from "../src/platform/DatabaseTarget.ts"
import * as RequestLogWriter from "../src/platform/log/RequestLogWriter.ts"
import * as WebhookSendMeter from "../src/platform/metrics/WebhookSendMeter.ts"
import * as Database from "../src/store/Database.ts"
import * as RequestLogDatabase from "../src/store/requestlog/RequestLogDatabase.ts"
import { openDatabase, startServer, temporaryFolder, type TestServer } from "./TestServer.ts"

/** As long as a request waits until it is written. */
const flushMs = 500

/** As long as counts wait. */
const countsMs = 2_000

const requestLog = { isOn: true, rowsMax: 1_000_000, days: 7 }

/** The log of a server on a file, as an operator reads it. */
const logOf = (server: TestServer) => {
  const log = RequestLog.layer.pipe(
    Layer.provide(
      RequestLogDatabase.layer({ database: DatabaseTarget.Sqlite({ file: server.databaseFile }), requestLog })
    )
  )
  const readLog = <A, E>(read: (log: RequestLog["Service"]) => Effect.Effect<A, E>): Promise<A> =>
    server.run(Effect.provide(Effect.flatMap(RequestLog, read), log))
  return {
    page: (filter: LoggedRequestFilter): Promise<ReadonlyArray<LoggedRequest>> =>
      readLog(({ page }) =>
        Effect.map(page(filter, { after: undefined, limit: 100 }), ({ rows }) => rows.map(({ row }) => row))
      ),
    find: (id: string) => readLog(({ find }) => find(LoggedRequestId.make(id))),
    traffic: () => readLog(({ traffic }) => traffic("1h"))
  }
}

/** What a server has reported of its log. */
const faultsOf = (server: TestServer) => server.log.faults.filter((line) => line.includes("request"))

/** A server with a log of its own in a folder of its own. */
const started = async ({ burst = 200, keepsRequestLog = true } = {}) => {
  const folder = temporaryFolder()
  const server = await startServer({
    databaseFile: folder.file("log.db"),
    keepsRequestLog,
    rateLimit: { perSecond: 50, burst }
  })
  return {
    server,
    folder,
    /** All bytes of the log. */
    bytes: () =>
      Fs.readdirSync(folder.path)
        .filter((name) => name.includes(".requests"))
        .map((name) => Fs.readFileSync(Path.join(folder.path, name), "latin1"))
        .join("\n"),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      folder.remove()
    }
  }
}

describe("health checks, pages and documents", () => {
  it("are neither in the log nor in its counts; a mistyped address is (docs/operators/monitoring.md, The request log)", async () => {
    await using made = await started()
    const { server } = made
    for (const path of ["/health/live", "/health/ready", "/docs", "/openapi.json", "/.well-known/partner-api"]) {
      assert.strictEqual((await server.call("GET", path)).status, 200)
      assert.strictEqual((await server.call("HEAD", path)).status, 200)
    }
    await server.call("GET", "/health/life")
    await server.primary()
    await server.advance(countsMs)
    const log = logOf(server)
    assert.deepStrictEqual(
      (await log.page({})).map(({ method, route, status }) => [method, route, status]),
      [
        ["POST", "/oauth/token", 200],
        ["GET", "unknown", 404]
      ]
    )
    assert.strictEqual((await log.traffic()).requests, 2)
  })
})

describe("a refused request", () => {
  it("is found by its request id, with its mistakes, the members of its body and the rate limit (docs/decisions/0066)", async () => {
    await using made = await started()
    const { server } = made
    const token = await server.scoped(await server.primary())
    const answer = await server.call("POST", "/v1/users", {
      token,
      headers: { "x-request-id": "ticket_17", "idempotency-key": "one" },
      json: { first_name: "Ada", email: "no address" }
    })
    assert.strictEqual(answer.status, 422)
    await server.advance(flushMs)
    const [found, ...others] = await logOf(server).page({ request_id: "ticket_17" })
    assert.deepStrictEqual(others, [])
    assert.isDefined(found)
    const { at, duration_ms, id, problems, steps, ...rest } = found
    const expected: object = {
      request_id: "ticket_17",
      method: "POST",
      route: "/v1/users",
      status: 422,
      error: "unprocessable_entity",
      client_id: "sandbox-client",
      organization_id: "org_acme",
      query: [],
      body: [
        { path: "", type: "object" },
        { path: "/first_name", type: "string" },
        { path: "/email", type: "string" }
      ],
      rate_limit: { remaining: 199, burst: 200 }
    }
    assert.deepStrictEqual(rest, expected)
    // The clock stands still: the moment of the request is that of its answer less its duration.
    assert.approximately(timestampToMillis(at), server.startMs - duration_ms, 1)
    for (const problem of [
      { in: "body", path: "/email", code: "format" },
      { in: "body", path: "/last_name", code: "required" }
    ]) {
      assert.include(
        problems.map((one) => JSON.stringify(one)),
        JSON.stringify(problem)
      )
    }
    assert.deepStrictEqual(
      steps.map(({ step }) => step),
      ["admitted", "body_read", "answered"]
    )
    const times = steps.map(({ after_ms }) => after_ms)
    assert.deepStrictEqual(
      times,
      times.toSorted((one, other) => one - other)
    )
    assert.strictEqual(times.at(-1), duration_ms)
    assert.deepStrictEqual(await logOf(server).find(id), found)
  })

  it("is reported with the names of its query and its path, where no endpoint is and no caller (docs/decisions/0066)", async () => {
    await using made = await started()
    const { server } = made
    const token = await server.scoped(await server.primary())
    const sendAs = (name: string, path: string, more: object = {}) =>
      server.call("GET", path, { headers: { "x-request-id": name }, ...more })
    await sendAs("wrong_limit", "/v1/jobs?limit=0&cursor&a1=2&limit=3", {
      token,
      headers: { "x-request-id": "wrong_limit" }
    })
    await sendAs("wrong_token", "/v1/jobs")
    await sendAs("no_endpoint", "/v1/none/4711?x=y")
    await server.call("POST", "/v1/users", {
      token,
      body: '{"first_name"',
      headers: { "content-type": "application/json", "x-request-id": "no_json" }
    })
    await server.advance(flushMs)
    const log = logOf(server)
    const shown = async (name: string) => {
      const [found] = await log.page({ request_id: name })
      return [found?.status, found?.route, found?.error, found?.client_id, found?.query, found?.body]
    }
    assert.deepStrictEqual(await shown("wrong_limit"), [
      422,
      "/v1/jobs",
      "unprocessable_entity",
      "sandbox-client",
      ["limit", "cursor", "?"],
      []
    ])
    assert.deepStrictEqual(await shown("wrong_token"), [401, "/v1/jobs", "unauthorized", undefined, [], []])
    assert.deepStrictEqual(await shown("no_endpoint"), [404, "unknown", "not_found", undefined, ["x"], []])
    assert.deepStrictEqual(await shown("no_json"), [400, "/v1/users", "invalid_request", "sandbox-client", [], []])
  })
})

describe("the request log of a server", () => {
  it("stores no member of the body of a request that succeeded, and marks a repetition (docs/decisions/0066)", async () => {
    await using made = await started()
    const { server } = made
    const token = await server.scoped(await server.primary())
    const create = () =>
      server.call("POST", "/v1/users", {
        token,
        headers: { "idempotency-key": "once" },
        json: { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
      })
    assert.deepStrictEqual([(await create()).status, (await create()).status], [201, 201])
    await server.advance(flushMs)
    const found = await logOf(server).page({ route: "/v1/users", status: "2xx" })
    assert.deepStrictEqual(
      found.map(({ body, is_replay, problems }) => [body, is_replay, problems]),
      [
        [[], true, []],
        [[], undefined, []]
      ]
    )
  })

  it("counts each answer in the traffic of its minute (docs/decisions/0066)", async () => {
    await using made = await started()
    const { server } = made
    const token = await server.scoped(await server.primary())
    for (let count = 0; count < 3; count++) await server.call("GET", "/v1/jobs?limit=1", { token })
    for (let count = 0; count < 2; count++) await server.call("GET", "/v1/jobs?limit=0", { token })
    await server.advance(countsMs)
    const { errors, points, ...traffic } = await logOf(server).traffic()
    // Two requests were for tokens.
    assert.strictEqual(traffic.requests, 7)
    assert.strictEqual(traffic.refused, 2)
    assert.strictEqual(traffic.limited + traffic.failed + traffic.deliveries, 0)
    assert.isAbove(traffic.p99_ms ?? 0, 0)
    // The clock may have gone on to the next minute meanwhile.
    assert.strictEqual(
      points.reduce((sum, point) => sum + point.requests, 0),
      7
    )
    assert.deepStrictEqual(
      errors.map(({ client_id, error, requests }) => [error, client_id, requests]),
      [["unprocessable_entity", "sandbox-client", 2]]
    )
  })

  it("has nothing that a partner may have sent as a value: in queries, paths, names or bodies (docs/decisions/0066)", async () => {
    await using made = await started()
    const { server } = made
    const primary = await server.primary()
    const token = await server.scoped(primary)
    const person = { first_name: "Wilhelmina", last_name: "Featherstonehaugh", email: "wilhelmina@canary.example" }
    const secret = "s3cr3t-h0rs3-b4tt3ry-st4pl3"
    await server.call("POST", "/v1/users", { token, json: person })
    const values = [...Object.values(person), secret, token, primary, "sandbox-secret", "4711-0815"]
    for (const value of values) {
      const escaped = encodeURIComponent(value)
      await server.call("POST", "/v1/users", {
        token,
        json: { ...person, note: value, [`${value}1`]: { [`x ${value}`]: value } }
      })
      await server.call("POST", "/v1/users", { token, json: [value, { [`9${value}`]: [value] }] })
      await server.call("PATCH", `/v1/users/${escaped}`, { token, json: { last_name: value, [`1${value}`]: 1 } })
      await server.call("GET", `/v1/jobs/${escaped}?${escaped}1=${escaped}`, { token })
      await server.call("GET", `/v1/jobs?limit=${escaped}&q=${escaped}&1${escaped}`, { token })
      await server.call("GET", `/${escaped}`, { token: value })
      await server.call("POST", "/oauth/token", { json: { client_id: value, client_secret: value } })
      await server.call("POST", "/oauth/token", {
        form: { grant_type: "client_credentials", client_id: value, client_secret: value, [`2${value}`]: value }
      })
    }
    await server.advance(flushMs)
    const found = await logOf(server).page({ status: "4xx" })
    assert.isAtLeast(found.length, 5 * values.length)
    const bytes = made.bytes()
    assert.include(bytes, "sandbox-client")
    for (const value of values) assert.notInclude(bytes, value)
    // The search finds what is there.
    assert.include(
      Fs.readFileSync(server.databaseFile, "latin1") + Fs.readFileSync(`${server.databaseFile}-wal`, "latin1"),
      person.email
    )
  })

  it("is not there when it is off, and writes nothing (docs/decisions/0066)", async () => {
    await using made = await started({ keepsRequestLog: false })
    await made.server.primary()
    await made.server.advance(60_000)
    assert.deepStrictEqual(
      Fs.readdirSync(made.folder.path).filter((name) => name.includes(".requests")),
      []
    )
  })

  it("has what was answered last, when the server stops (docs/decisions/0066)", async () => {
    using folder = temporaryFolder()
    const databaseFile = folder.file("stopped.db")
    const first = await startServer({ databaseFile, keepsRequestLog: true })
    await first.primary()
    await first.stop()
    await using second = await startServer({ databaseFile })
    assert.deepStrictEqual(
      (await logOf(second).page({ route: "/oauth/token" })).map(({ client_id, status }) => `${client_id} ${status}`),
      ["sandbox-client 200"]
    )
    assert.strictEqual((await logOf(second).traffic()).requests, 1)
  })

  it("fails no request where it cannot be written, logs a fault once a minute, and counts on (docs/decisions/0066)", async () => {
    await using made = await started()
    const { server } = made
    const list = async () => (await server.call("GET", "/nope")).status
    await list()
    await server.advance(flushMs)
    {
      using log = openDatabase(`${server.databaseFile}.requests`)
      log.db.exec("ALTER TABLE logged_requests RENAME TO away")
    }
    for (let count = 0; count < 40; count++) {
      assert.strictEqual(await list(), 404)
      await server.advance(flushMs)
    }
    assert.deepStrictEqual(faultsOf(server), [])
    await server.advance(60_000)
    const [fault = "", ...others] = faultsOf(server)
    assert.deepStrictEqual(others, [])
    assert.match(fault, /the request log has left out \d+ requests.*no such table: logged_requests/)
    {
      using log = openDatabase(`${server.databaseFile}.requests`)
      log.db.exec("ALTER TABLE away RENAME TO logged_requests")
    }
    await list()
    await server.advance(flushMs + countsMs)
    assert.strictEqual((await logOf(server).traffic()).requests, 42)
  })

  it("leaves out what exceeds its bounds, and counts it; unknown callers take no place of partners (docs/decisions/0066)", async () => {
    await using made = await started({ burst: 1_000 })
    const { server } = made
    const token = await server.scoped(await server.primary())
    const many = (count: number, path: string, options: { readonly token?: string } = {}) =>
      Promise.all(Array.from({ length: count }, () => server.call("GET", path, options)))
    await many(120, "/v1/jobs")
    await many(598, "/v1/jobs?limit=1", { token })
    await many(150, "/v1/jobs?limit=0", { token })
    await server.advance(60_000)
    using log = openDatabase(`${server.databaseFile}.requests`)
    const counts = log.db
      .prepare("SELECT status, count(*) AS count FROM logged_requests GROUP BY status ORDER BY status")
      .all()
    assert.deepStrictEqual(counts.map(Object.values), [
      [200, 150],
      [401, 25],
      [422, 50]
    ])
    assert.strictEqual((await logOf(server).traffic()).requests, 870)
    assert.match(faultsOf(server).join("\n"), /the request log has left out 645 requests/)
  })

  it("is done without where its file is another program's (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    const databaseFile = folder.file("other.db")
    Fs.writeFileSync(`${databaseFile}.requests`, "Dear diary, ".repeat(1_000))
    await using server = await startServer({ databaseFile, keepsRequestLog: true })
    assert.isNotEmpty(await server.primary())
    assert.include(faultsOf(server)[0], "other.db.requests")
    assert.strictEqual(Fs.readFileSync(`${databaseFile}.requests`, "utf8"), "Dear diary, ".repeat(1_000))
  })
})

it("counts attempts of deliveries beside the requests (docs/decisions/0066)", async () => {
  using folder = temporaryFolder()
  const database = DatabaseTarget.Sqlite({ file: folder.file("attempts.db") })
  const statuses = [204, 500, 410, 200]
  const sender = WebhookSendMeter.around(
    Layer.sync(WebhookSender, () => ({ send: () => Effect.sync(() => ({ status: statuses.shift() ?? 500 })) }))
  )
  const log = RequestLogDatabase.layer({ database, requestLog })
  const attempts = Effect.gen(function* () {
    const { send } = yield* WebhookSender
    for (let count = 0; count < 4; count++) yield* send({ url: "https://example.com", headers: {}, body: "" })
    yield* TestClock.adjust(countsMs)
    const { deliveries, failed_deliveries, requests } = yield* Effect.flatMap(RequestLog, ({ traffic }) =>
      traffic("1h")
    )
    assert.deepStrictEqual([deliveries, failed_deliveries, requests], [4, 2, 0])
  })
  const services = Layer.merge(sender.pipe(Layer.provide(RequestLogWriter.layer(requestLog))), RequestLog.layer)
  await Effect.runPromise(
    Effect.provide(
      attempts,
      services.pipe(
        Layer.provide(log),
        Layer.provide(Database.layer(database)),
        Layer.provideMerge(TestClock.layer({ warningDelay: "1 hour" }))
      )
    )
  )
})
