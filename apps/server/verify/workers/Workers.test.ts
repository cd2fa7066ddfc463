/**
 * `partner-api serve --workers 2`: two processes on one port and one database are one server (docs/decisions, 43).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { notRun } from "../../test/faults/Machine.ts"
import { type ServerProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { isTurnedAway, openIdle, openSlowUser } from "../../test/faults/SlowRequest.ts"
import { type Answer, openClient, textOf } from "../../test/HttpCall.ts"
import { addUser, type CallServer, onboard } from "../../test/nodes/Partner.ts"
import { staleMaxMs, staleness } from "../../test/nodes/Staleness.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { scrape } from "../../test/operator/Scrape.ts"
import { pageOf, walk } from "../../test/Walk.ts"
import { connectToBoth } from "../../test/workers/Connections.ts"
import { childrenOf, listing } from "../../test/workers/Processes.ts"

const folder = sharedFolder()
const databaseFile = folder.file("workers.db")

/** A limit that no test reaches, and that comes back slowly, so that what is left distinguishes workers. */
const settings = { METRICS_PORT: "0", WORKERS: "2", RATE_LIMIT_BURST: "1000000", RATE_LIMIT_PER_SECOND: "2" }

/** What writers write while a worker is killed. */
const writersCount = 6
const writesEach = 20
const killAfter = 30

/** How often a writer sends a write that got no answer. A process that is killed takes connections until it is gone. */
const sendsMax = 5

/** Two of the intervals in which CPU time is divided. */
const costsMaxMs = 20_000

const textsOf = async (call: CallServer, token: string): Promise<string> =>
  (await walk(call, token, "/v1/users")).map(({ text }) => text).join("\n")

/** Adds a user over a new connection. Without an answer, the write may have been done: a repetition with its key shows it. */
const addSurely = async (port: number, token: string, name: string, sends = 1): Promise<Answer> => {
  const client = openClient(port)
  try {
    return await addUser(client.call, token, name)
  } catch (error) {
    if (sends === sendsMax) throw error
    return await addSurely(port, token, name, sends + 1)
  } finally {
    client.close()
  }
}

/** The port of a server's metrics. */
const metricsPortOf = async (server: ServerProcess): Promise<number> =>
  Number(await server.outputMatch(/Metrics are at http:\/\/127\.0\.0\.1:(\d+)\/metrics/))

/** The engines, and what the line of the start names. */
const engines: ReadonlyArray<readonly [engine: string, createDatabase: () => Promise<string>, name: RegExp]> = [
  ["SQLite", async () => `sqlite:${databaseFile}`, /workers\.db, 2 workers\.$/],
  ["PostgreSQL", () => databases().create(), /postgres:\S+, 2 workers\.$/]
]

describe.each(engines)("a server with two workers on %s", (_, createDatabase, databaseName) => {
  let partner: Awaited<ReturnType<typeof onboard>>
  let server: ServerProcess

  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    partner = await onboard(databaseUrl)
    server = await startServerProcess({
      command: "serve",
      databaseFile,
      settings: { ...settings, DATABASE_URL: databaseUrl }
    })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it("reads in each at once what the other has written, repeats its answers, and halves the limits (decisions, 43)", async () => {
    const token = await partner.token(server.call)
    using both = await connectToBoth(server.port, token)
    const written = await addUser(both.one, token, "ada")
    assert.strictEqual(written.status, 201, written.text)
    const repeated = await addUser(both.two, token, "ada")
    assert.deepStrictEqual(
      [repeated.status, repeated.text, repeated.headers["idempotency-replayed"]],
      [201, written.text, "true"]
    )
    const second = await addUser(both.two, token, "grace")
    assert.strictEqual(second.status, 201, second.text)
    const { value } = await scrape(await metricsPortOf(server))
    const users = { method: "POST", route: "/v1/users", status: "2xx" }
    assert.strictEqual(value("http_server_request_duration_seconds_count", users), 3, "of both workers")
    assert.strictEqual(value("partner_idempotent_replays_total"), 1)
    assert.isAtLeast(value("db_client_operation_duration_seconds_count", { operation: "write" }) ?? 0, 2)
    assert.isAbove(value("db_client_operation_duration_seconds_count", { operation: "read" }) ?? 0, 0)
    assert.strictEqual(value("partner_processes"), 3)
    assert.strictEqual(value("partner_search_backlog", { kind: "users" }), 0)
    const ids = [textOf(written, "id"), textOf(second, "id")].toSorted()
    for (const call of [both.one, both.two]) {
      const page = await call("GET", "/v1/users", { token })
      assert.deepStrictEqual(
        pageOf(page)
          .content.map(({ id }) => id)
          .toSorted(),
        ids
      )
      assert.match(String(page.headers["ratelimit-policy"]), /;q=500000;/)
      assert.strictEqual((await call("GET", "/health/ready")).status, 200)
    }
  })

  it("measures, within two intervals, how much CPU time a client takes in both (docs/operators/monitoring.md, Metrics)", async () => {
    const token = await partner.token(server.call)
    const metricsPort = await metricsPortOf(server)
    assert.isAbove((await scrape(metricsPort)).value("partner_request_points_total") ?? 0, 0)
    const endMs = performance.now() + costsMaxMs
    let ratio: number | undefined = 0
    while (ratio === 0 && performance.now() < endMs) {
      assert.strictEqual((await server.call("GET", "/v1/users", { token })).status, 200)
      ratio = (await scrape(metricsPort)).value("partner_busiest_client_cpu_ratio")
    }
    assert.isTrue(ratio !== undefined && ratio > 0 && ratio < 2, `of one core: ${ratio}`)
  })

  it("refuses in both, within a second, a token that was revoked in one (decisions, Tokens)", async () => {
    const token = await partner.token(server.call)
    using both = await connectToBoth(server.port, token)
    const { client_id, client_secret } = partner.credentials
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`
    const stale = await staleness([both.one, both.two], token, 401, async () => {
      const { status } = await both.one("POST", "/oauth/revoke", { headers: { authorization }, form: { token } })
      assert.strictEqual(status, 200)
    })
    assert.isAtMost(Math.max(...stale), staleMaxMs)
  })

  it.skipIf(listing.missing !== undefined)(
    `replaces a worker that is killed under load, and loses nothing that was acknowledged (decisions, 43)${notRun(listing)}`,
    async () => {
      const token = await partner.token(server.call)
      const countedWrites = async () =>
        (await scrape(await metricsPortOf(server))).value("db_client_operation_duration_seconds_count", {
          operation: "write"
        }) ?? 0
      const before = await countedWrites()
      const [victim = 0] = childrenOf(server.pid)
      let acknowledged = 0
      const write = async (writer: number): Promise<void> => {
        for (let index = 0; index < writesEach; index++) {
          const answer = await addSurely(server.port, token, `killed-${writer}-${index}`)
          assert.strictEqual(answer.status, 201, answer.text)
          if (++acknowledged === killAfter) process.kill(victim, "SIGKILL")
        }
      }
      await Promise.all(Array.from({ length: writersCount }, (_none, writer) => write(writer)))
      await server.errorMatch(/worker \d+ has ended \(SIGKILL\): starting another one/)
      const replacement = Number(await server.errorMatch(/worker (\d+) serves/))
      const workers = childrenOf(server.pid)
      assert.include(workers, replacement)
      assert.notInclude(workers, victim)
      assert.isAtLeast(await countedWrites(), before, "a counter does not fall when a worker ends")
      using both = await connectToBoth(server.port, token)
      for (const call of [both.one, both.two]) {
        const emails = (await textsOf(call, token)).match(/killed-[^"]+/g) ?? []
        assert.strictEqual(new Set(emails).size, writersCount * writesEach)
        assert.lengthOf(emails, writersCount * writesEach, "each once")
      }
    }
  )

  it("that gets a signal to stop answers what is under way, turns away what is new, and ends with 0 (decisions, 43)", async () => {
    const token = await partner.token(server.call)
    server.close()
    const names = Array.from({ length: 10 }, (_none, index) => `drained_${index}`)
    const requests = await Promise.all(names.map((name) => openSlowUser(server.port, token, name)))
    // Twenty connections are never all of one worker.
    const idle = await Promise.all(Array.from({ length: 20 }, () => openIdle(server.port)))
    server.send("SIGTERM")
    // A worker that stops ends its idle connections first.
    await Promise.all(idle.map(({ closed }) => closed))
    assert.isTrue(await isTurnedAway(server.port))
    const answers = await Promise.all(requests.map(({ finish }) => finish()))
    assert.deepStrictEqual(
      answers.map((all) => all.map(({ status }) => status)),
      requests.map(() => [201])
    )
    const { code, stdout } = await server.ended
    assert.strictEqual(code, 0)
    const [metrics = "", line = "", ...log] = stdout.trimEnd().split("\n")
    assert.match(JSON.parse(metrics).message, /^Metrics are at http:\S+:\d+\/metrics\.$/)
    const { message } = JSON.parse(line)
    assert.match(message, /^Serving https:\S+, listening on http:\S+:\d+, database /)
    assert.match(message, databaseName)
    const statuses = log.map((entry) => JSON.parse(entry).status)
    assert.isAtLeast(statuses.filter((status) => status === 201).length, names.length, "the access log is of both")
  })
})
