/**
 * The metrics as Prometheus gets them: what is counted, that nothing sent makes more of them, and who may ask (docs/operators/monitoring.md, Metrics).
 */
import { clientTurnsMax } from "@partner-api/service/services/access/FairTurns"
import * as Os from "node:os"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { catalog, definitionOf, metricNames, samplesOf, seriesMax } from "../../src/platform/metrics/MetricCatalog.ts"
import { makeMeters } from "../../src/platform/metrics/Meters.ts"
import { hostsOfMetrics } from "../../src/platform/metrics/MetricsListener.ts"
import { metricsText } from "../../src/platform/metrics/MetricsText.ts"
import { exchange } from "../HttpCall.ts"
import { freePort } from "../FreePort.ts"
import { startServerHere } from "../hostile/ChildServer.ts"
import { openSlowUser } from "../faults/SlowRequest.ts"
import { runProgram } from "../Program.ts"
import { openDatabase } from "../TestServer.ts"
import { startSink } from "../webhooks/Sink.ts"
import { type Sample, readPrometheusText } from "./PrometheusText.ts"
import { fetchMetrics, metricsPortIn, ofPostgres, scrape } from "./Scrape.ts"

const secret = "sandbox-partner-secret"
const operatorPort = await freePort()
const server = await startServerHere({
  command: "sandbox",
  settings: { METRICS_PORT: "0", OPERATOR_PORT: String(operatorPort) }
})
afterAll(() => server[Symbol.asyncDispose]())
const metricsPort = metricsPortIn(server.stdout())
const token = await server.token("/v1/auth/token", { client_id: "sandbox-partner", client_secret: secret })

/** What samples grow by while something is done. */
const growthOf = async (work: () => Promise<unknown>) => {
  const before = await scrape(metricsPort)
  await work()
  const after = await scrape(metricsPort)
  return (name: string, labels: Readonly<Record<string, string>> = {}): number =>
    (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0)
}

const addUser = (email: string, key: string) =>
  server.call("POST", "/v1/users", {
    token,
    headers: { "idempotency-key": key },
    json: { first_name: "Ada", last_name: "King", email }
  })

/** Asks again, but not for ever, until an answer is as a test waits for. */
const until = async <A>(send: () => Promise<A>, isEnough: (answer: A) => boolean, tries = 200): Promise<A> => {
  const answer = await send()
  return isEnough(answer) || tries === 0 ? answer : until(send, isEnough, tries - 1)
}

/** The metric of a sample, and its labels without the bound of a bucket. */
const seriesOf = ({ labels: { le, ...labels }, name }: Sample): string => {
  const metric = metricNames.find((one) => name === one || (le !== undefined && name === `${one}_bucket`))
  const histogram = metricNames.find((one) => [`${one}_sum`, `${one}_count`].includes(name))
  return `${metric ?? histogram ?? name} ${JSON.stringify(labels)}`
}

describe("the metrics", () => {
  it("tell of each answer, by endpoint, class of the status and error (docs/operators/monitoring.md, Metrics)", async () => {
    const grew = await growthOf(async () => {
      await server.call("GET", "/v1/jobs", { token })
      await server.call("HEAD", "/v1/jobs", { token })
      await server.call("GET", "/v1/jobs/job_00000001", { token })
      await server.call("GET", "/v1/jobs?limit=0", { token })
      await server.call("GET", "/v1/nothing")
      await server.call("PUT", "/v1/jobs", { token })
      await exchange(server.port, "garbage\r\n\r\n")
    })
    const count = "http_server_request_duration_seconds_count"
    const jobs = { method: "GET", route: "/v1/jobs" }
    assert.strictEqual(grew(count, { ...jobs, status: "2xx" }), 2)
    assert.strictEqual(grew(count, { ...jobs, status: "4xx" }), 1)
    assert.strictEqual(grew(count, { method: "GET", route: "/v1/jobs/:jobId", status: "2xx" }), 1)
    assert.strictEqual(grew(count, { method: "other", route: "unknown", status: "4xx" }), 3)
    assert.strictEqual(grew(count), 7)
    assert.strictEqual(grew("partner_errors_total", { error: "unprocessable_entity" }), 1)
    assert.strictEqual(grew("partner_errors_total", { error: "not_found" }), 1)
    assert.strictEqual(grew("partner_errors_total", { error: "method_not_allowed" }), 1)
    assert.strictEqual(grew("partner_errors_total", { error: "invalid_request" }), 1)
    assert.strictEqual(grew("partner_errors_total"), 4)
    assert.isAbove(grew("db_client_operation_duration_seconds_count", { operation: "read" }), 0)
    assert.strictEqual(grew("db_client_operation_duration_seconds_count", { operation: "write" }), 0)
  })

  it("tell of writes, how many shared a commit, and repeated answers (docs/operators/monitoring.md, Metrics)", async () => {
    const people = Array.from({ length: 40 }, (_none, index) => `metrics.${index}@example.com`)
    // The connections are open before anything is written, so that writes meet.
    await Promise.all(people.map(() => server.call("GET", "/health/live")))
    const grew = await growthOf(async () => {
      await Promise.all(people.map((email) => addUser(email, email)))
      for (const email of people.slice(0, 3)) {
        assert.strictEqual((await addUser(email, email)).headers["idempotency-replayed"], "true")
      }
      assert.strictEqual((await addUser("metrics.0@example.com", "another")).status, 409)
    })
    assert.strictEqual(grew("db_client_operation_duration_seconds_count", { operation: "write" }), people.length + 1)
    assert.strictEqual(grew("partner_write_wait_seconds_count"), people.length + 1)
    assert.strictEqual(grew("partner_writes_per_commit_sum"), people.length)
    const commits = grew("partner_writes_per_commit_count")
    assert.isBelow(commits, people.length)
    assert.strictEqual(grew("partner_idempotent_replays_total"), 3)
    assert.strictEqual(grew("partner_write_conflicts_total"), 0)
  })

  it("count more writes of one client in a commit than it has turns: one that waits for its commit has none (docs/decisions, 81)", async () => {
    // Where requests come slowly, a commit has few of them; where each write kept its turn, no commit had more than the client has turns.
    const largeCommitsOf = async (round: number): Promise<number> => {
      const people = Array.from({ length: 40 }, (_none, index) => `turns.${round}.${index}@example.com`)
      const grew = await growthOf(() => Promise.all(people.map((email) => addUser(email, email))))
      const small = grew("partner_writes_per_commit_bucket", { le: String(clientTurnsMax) })
      return grew("partner_writes_per_commit_count") - small
    }
    let large = 0
    for (let round = 0; round < 10 && large === 0; round++) large = await largeCommitsOf(round)
    assert.isAbove(large, 0)
  })

  it("tell of logins and of what limits refuse (docs/operators/monitoring.md, Metrics)", async () => {
    await using limited = await startServerHere({
      command: "sandbox",
      settings: { METRICS_PORT: "0", RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_SECOND: "1" }
    })
    const login = (client_secret: string) =>
      limited.call("POST", "/v1/auth/token", { json: { client_id: "sandbox-partner", client_secret } })
    await login(secret)
    for (let attempt = 0; attempt < 22; attempt++) await login(`wrong-${attempt}`)
    const own = await limited.token("/v1/auth/token", { client_id: "sandbox-partner", client_secret: secret })
    const statuses: Array<number> = []
    for (let request = 0; request < 8; request++) {
      statuses.push((await limited.call("GET", "/v1/jobs", { token: own })).status)
    }
    const { value } = await scrape(metricsPortIn(limited.stdout()))
    assert.strictEqual(value("partner_logins_total", { outcome: "ok" }), 2)
    assert.strictEqual(value("partner_logins_total", { outcome: "bad_credentials" }), 20)
    assert.strictEqual(value("partner_logins_total", { outcome: "locked" }), 2)
    assert.strictEqual(value("partner_rate_limited_total", { kind: "login" }), 2)
    const refused = statuses.filter((status) => status === 429).length
    assert.isAbove(refused, 0)
    assert.strictEqual(value("partner_rate_limited_total", { kind: "client" }), refused)
  })

  it("tell of requests to webhook endpoints by what came of them, and of the endpoints (docs/operators/monitoring.md, Metrics)", async () => {
    using sink = await startSink(({ type }) => (type === "ping" ? 204 : 500))
    const add = (url: string) =>
      server.call("POST", "/v1/webhook_endpoints", { token, json: { url, types: ["user.*"] } })
    const grew = await growthOf(async () => {
      await add(sink.url)
      await sink.count(1)
      await addUser("metrics.hook@example.com", "hook")
      await sink.count(2)
      // Nobody listens there. Its endpoint is disabled when a second ping has failed, seconds later.
      await add(`http://127.0.0.1:${await freePort()}/hook`)
      await until(
        () => scrape(metricsPort),
        ({ value }) =>
          value("partner_webhook_deliveries_total", { outcome: "connection" }) === 1 &&
          value("partner_webhook_endpoints", { status: "failing" }) === 1
      )
    })
    const outcomes = ["accepted", "failed", "connection", "refused"].map((outcome) =>
      grew("partner_webhook_deliveries_total", { outcome })
    )
    assert.deepStrictEqual(outcomes, [1, 1, 1, 0])
    assert.strictEqual(grew("partner_webhook_deliveries_total"), 3)
    assert.strictEqual(grew("partner_webhook_delivery_duration_seconds_count"), 3)
    const { value } = await scrape(metricsPort)
    const status = (name: string) => value("partner_webhook_endpoints", { status: name })
    assert.deepStrictEqual(["enabled", "failing", "paused", "pending"].map(status), [0, 1, 0, 1])
    assert.strictEqual(value("partner_webhook_lag_seconds"), 0)
  })

  it("tell of the requests under way, one that waits for 100 Continue included (docs/operators/monitoring.md, Metrics)", async () => {
    const slow = await openSlowUser(server.port, token, "metrics_slow")
    const { value } = await scrape(metricsPort)
    await slow.drop()
    assert.strictEqual(value("http_server_active_requests"), 1)
  })

  it("tell of the process and its files, a backup included (docs/operators/monitoring.md, Metrics)", async () => {
    const before = await scrape(metricsPort)
    assert.isUndefined(before.value("partner_backup_age_seconds"))
    const env = { DATABASE_URL: `sqlite:${server.databaseFile}` }
    const { code, stderr } = await runProgram(["backup", `${server.databaseFile}.copy`], env)
    assert.strictEqual(code, 0, stderr)
    const { families, value } = await scrape(metricsPort)
    const ofSqlite = metricNames.filter((name) => name !== ofPostgres)
    assert.deepStrictEqual([...families.keys()].toSorted(), ofSqlite.toSorted(), "every metric of the catalog")
    const between = (name: string, min: number, max: number) => {
      const measured = value(name) ?? Number.NaN
      assert.isTrue(measured >= min && measured <= max, `${name} is ${measured}`)
    }
    between("partner_backup_age_seconds", 0, 600)
    between("partner_database_bytes", 4_096, 1e9)
    between("partner_sqlite_wal_bytes", 4_096, 1e9)
    between("process_resident_memory_bytes", 3e7, Os.totalmem())
    between("v8js_memory_heap_used_bytes", 5e6, Os.totalmem())
    between("process_start_time_seconds", Date.now() / 1_000 - process.uptime() - 60, Date.now() / 1_000)
    between("process_cpu_seconds_total", 0.05, process.uptime() * 2 * Os.availableParallelism())
    between("nodejs_eventloop_utilization_ratio", 0, 1)
    between("nodejs_eventloop_delay_p99_seconds", 0, value("nodejs_eventloop_delay_max_seconds") ?? 0)
    between("v8js_gc_duration_seconds_count", 1, 1e6)
    between("partner_search_backlog", 0, 0)
    between("http_server_active_requests", 0, 0)
    between("partner_processes", 1, 1)
    assert.strictEqual(value("partner_build_info", { version: catalog.partner_build_info.series[0]?.version ?? "" }), 1)
  })

  it("are as many as before after a flood of paths, methods and clients, and none has a name of theirs (docs/operators/monitoring.md, Metrics)", async () => {
    const most = metricNames
      .map(definitionOf)
      .reduce((sum, definition) => sum + definition.series.length * samplesOf(definition), 0)
    assert.isAtMost(most, seriesMax, "whatever is sent")

    const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE", "M-SEARCH"]
    const flood = Array.from({ length: 400 }, (_none, index) =>
      server.call(methods[index % methods.length] ?? "", `/flood-${index}/x?flood=${index}`, {
        token: `flood-token-${index}`,
        headers: { "x-forwarded-for": `10.1.${index % 250}.7`, "x-request-id": `flood-${index}` }
      })
    )
    const clients = Array.from({ length: 60 }, (_none, index) =>
      server.call("POST", "/v1/auth/token", { json: { client_id: `cli_flood_${index}`, client_secret: "flood" } })
    )
    // Every endpoint with every method, with a good token and without one.
    const everywhere = endpoints.flatMap(({ path }) =>
      methods.flatMap((method) =>
        [token, undefined].map((given) =>
          server.call(
            method,
            fillPath(path, { organizationId: "o", jobId: "j", userId: "u", agencyId: "a", applicationId: "p" }),
            {
              ...(given === undefined ? {} : { token: given }),
              json: {}
            }
          )
        )
      )
    )
    await Promise.all([...flood, ...clients, ...everywhere])
    const { text } = await fetchMetrics(metricsPort)
    const { samples } = readPrometheusText(text)
    assert.isAtMost(samples.length, seriesMax)
    assert.isAbove(samples.length, 500, "the flood was counted")
    const known = new Set(
      metricNames.flatMap((name) => definitionOf(name).series.map((labels) => `${name} ${JSON.stringify(labels)}`))
    )
    assert.deepStrictEqual(
      [...new Set(samples.map(seriesOf))].filter((one) => !known.has(one)),
      []
    )
    for (const word of ["flood", "cli_", "sandbox", "org_", "10.1.", token, secret]) assert.notInclude(text, word)
  })

  it("tell how long events wait, also of a server that does not deliver (docs/operators/clients.md, Webhook endpoints)", async () => {
    const hourMs = 3_600_000
    const never = Number.MAX_SAFE_INTEGER
    const endpoint = JSON.stringify({ status: "enabled", updated_at: "2026-01-01T00:00:00.000Z" })
    await using idle = await startServerHere({
      command: "serve",
      settings: { METRICS_PORT: "0", WORKERS: "off" },
      prepare: async (file) => {
        const { code, stderr } = await runProgram(["migrate"], { DATABASE_URL: `sqlite:${file}` })
        assert.strictEqual(code, 0, stderr)
        using database = openDatabase(file)
        database.db.exec(`
          INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, json) VALUES ('whe_a', 'org_a', 'cli_a', NULL, '${endpoint}');
          INSERT INTO webhook_positions VALUES ('whe_a', 'org_a', 1, 0, NULL, 0, 0, ${never}, 1, 0, '', 0, NULL);
          INSERT INTO journal_counters (organization_id, sequence) VALUES ('org_a', 2);
          INSERT INTO events (organization_id, sequence, type, is_for_agencies, occurred_at_ms, json)
          VALUES ('org_a', 2, 'job.created', 0, ${Date.now() - hourMs}, '{}')`)
      }
    })
    const { value } = await scrape(metricsPortIn(idle.stdout()))
    const lag = value("partner_webhook_lag_seconds") ?? 0
    assert.isTrue(lag >= 3_600 && lag < 4_200, `${lag}`)
    assert.strictEqual(value("partner_webhook_endpoints", { status: "enabled" }), 1)
  })
})

describe("the listener of metrics", () => {
  it("answers GET and HEAD of /metrics, and nothing else (docs/operators/monitoring.md, Metrics)", async () => {
    const scraped = await fetchMetrics(metricsPort)
    assert.strictEqual(scraped.status, 200)
    assert.strictEqual(scraped.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
    const head = await fetchMetrics(metricsPort, "HEAD")
    assert.deepStrictEqual([head.status, head.text], [200, ""])
    for (const [method, path, status, error] of [
      ["POST", "/metrics", 405, "method_not_allowed"],
      ["GET", "/", 404, "not_found"],
      ["GET", "/metrics/", 404, "not_found"],
      ["GET", "/v1/jobs", 404, "not_found"],
      ["GET", "/health/live", 404, "not_found"]
    ] as const) {
      const answer = await fetchMetrics(metricsPort, method, path)
      assert.strictEqual(answer.status, status, path)
      assert.nestedPropertyVal(answer.json, "error", error)
      assert.strictEqual(answer.headers.allow, status === 405 ? "GET, HEAD" : undefined)
    }
  })

  it("answers to loopback names and addresses alone, since a page of another site comes with its name (docs/operators/monitoring.md, Metrics)", async () => {
    const statuses: Array<readonly [host: string, status: number]> = []
    for (const host of [
      "localhost:9464",
      "127.0.0.1",
      "[::1]:1",
      "10.0.0.7:9464",
      "rebound.example.com",
      "localhost.example.com"
    ]) {
      statuses.push([host, (await fetchMetrics(metricsPort, "GET", "/metrics", { host })).status])
    }
    assert.deepStrictEqual(
      statuses.map(([, status]) => status),
      [200, 200, 200, 200, 400, 400]
    )
    const refused = await fetchMetrics(metricsPort, "GET", "/metrics", { host: "rebound.example.com" })
    assert.nestedPropertyVal(refused.json, "error", "invalid_request")
    assert.include(refused.text, "ALLOWED_HOSTS")
    assert.notInclude(refused.text, "rebound")
  })

  it.for([
    ["127.0.0.1", undefined, { "10.0.0.7": true, localhost: true, "api:9464": false, "prometheus.example": false }],
    ["0.0.0.0", undefined, { "10.0.0.7": true, localhost: true, "api:9464": true, "prometheus.example": true }],
    ["Node-1", ["api.example"], { "10.0.0.7": true, "node-1:9464": true, "api.example": true, "evil.example": false }]
  ] as const)(
    "on %s with ALLOWED_HOSTS=%j answers to %j (docs/operators/monitoring.md, Metrics)",
    ([host, hosts, expected]) => {
      const policy = hosts === undefined ? undefined : { hosts, loopback: false }
      const isAllowed = hostsOfMetrics({ host, port: 9_464 }, policy)
      assert.deepStrictEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, isAllowed(name)])), expected)
    }
  )

  it("is no part of the service, which has no such path (docs/operators/monitoring.md, Metrics)", async () => {
    assert.strictEqual((await server.call("GET", "/metrics")).status, 404)
  })

  it("is bounded: a head that is too large, and one that does not end, are refused (docs/operators/monitoring.md, Metrics)", async () => {
    const large = await exchange(metricsPort, `GET /metrics HTTP/1.1\r\nX-A: ${"a".repeat(5_000)}\r\n\r\n`)
    assert.match(large.received, /^HTTP\/1\.1 431 /)
    const slow = await exchange(metricsPort, "GET /metrics HTTP/1.1\r\nHost: a\r\n")
    assert.match(slow.received, /^HTTP\/1\.1 408 /)
  })
})

describe("the listeners of operators", () => {
  it.for([
    ["the metrics", metricsPort, "/metrics"],
    ["the console", operatorPort, "/console/"]
  ] as const)("of %s refuse a request whose end is not certain, and close (RFC 9112 §6.1)", async ([, port, path]) => {
    for (const [version, coding] of [
      ["1.0", "chunked"],
      ["1.1", "gzip, chunked"]
    ]) {
      const head = [
        `GET ${path} HTTP/${version}`,
        "Host: localhost",
        `Transfer-Encoding: ${coding}`,
        "Connection: keep-alive"
      ]
      const { received } = await exchange(port, `${head.join("\r\n")}\r\n\r\n0\r\n\r\n`)
      assert.match(received, /^HTTP\/1\.1 400 /)
      assert.include(received, "The end of the body is not certain")
      assert.match(received, /\r\nconnection: close\r\n/i)
    }
  })
})

describe("meters", () => {
  it("are of one server: neither another one nor the registry of the process has what they count (docs/decisions, 54)", async () => {
    const [one, two] = [makeMeters(), makeMeters()]
    one.recorder("partner_idempotent_replays_total", {})(3)
    const valueIn = async (meters: typeof one) =>
      readPrometheusText(metricsText(await Effect.runPromise(meters.scrape))).value("partner_idempotent_replays_total")
    assert.strictEqual(await valueIn(one), 3)
    assert.strictEqual(await valueIn(two), 0)
    const ofProcess = Metric.snapshotUnsafe(Context.empty()).map(({ id }) => id)
    assert.deepStrictEqual(
      ofProcess.filter((id) => Object.hasOwn(catalog, id)),
      []
    )
  })
})
