/**
 * A client stores a bounded number of bytes in a day (decisions, Limits): writes are refused beyond it, and everything else goes on.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import type { Answer } from "./HttpCall.ts"
import { migratedDatabase } from "./Postgres.ts"
import { startServer, temporaryFolder, type TestServer, type TestServerOptions } from "./TestServer.ts"

const startMs = Date.UTC(2026, 10, 26, 23, 59)
const untilMidnightMs = 60_000
const dayMs = 86_400_000
const small: TestServerOptions = { startMs, storedBytesPerDay: 5_000 }

/** The largest number of writes below the quota: each stores 512 bytes at least. */
const writesMax = 10

let people = 0
const write = (server: TestServer, token: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call("POST", "/v1/users", {
    token,
    headers,
    json: { first_name: "Ada", last_name: "King", email: `ada.${people++}@example.com` }
  })

/** Writes until a write is refused. */
const meetQuota = async (server: TestServer, token: string): Promise<Answer> => {
  for (let count = 0; count < writesMax; count++) {
    const answer = await write(server, token)
    if (answer.status !== 201) return answer
  }
  return assert.fail("the quota was not met")
}

const engines: ReadonlyArray<readonly [name: string, make: (file: string) => Promise<DatabaseTarget>]> = [
  ["SQLite", (file) => Promise.resolve(DatabaseTarget.Sqlite({ file }))],
  ["PostgreSQL", async () => readTarget(await migratedDatabase())]
]

describe.each(engines)("the bytes that a client stores in a day, on %s", (_, makeDatabase) => {
  it("are bounded: the next write is refused until the day ends, and nothing else is (decisions, Limits)", async () => {
    using folder = temporaryFolder()
    await using server = await startServer({ ...small, database: await makeDatabase(folder.file("quota.db")) })
    const [primary, other] = [await server.primary(), await server.partner("sandbox-partner")]
    const token = await server.scoped(primary)
    const json = { title: "Engineer", description: "Builds engines." }
    const keyed = { token, json, headers: { "idempotency-key": "kept" } }
    const kept = await server.call("POST", "/v1/jobs", keyed)
    assert.strictEqual(kept.status, 201)
    const refused = await meetQuota(server, token)
    assert.strictEqual(errorOf(refused), named(429))
    assert.strictEqual(refused.headers["retry-after"], String(untilMidnightMs / 1_000))
    assert.match(refused.text, /may store in one day\. Reads go on\. Write again when the day ends \(UTC\), in 60 s/)

    assert.strictEqual((await server.call("GET", "/v1/users", { token })).status, 200)
    const replayed = await server.call("POST", "/v1/jobs", keyed)
    assert.deepStrictEqual([replayed.status, replayed.text], [201, kept.text])
    assert.strictEqual(replayed.headers["idempotency-replayed"], "true")
    const fresh = await server.call("POST", "/v1/jobs", { ...keyed, headers: { "idempotency-key": "fresh" } })
    assert.strictEqual(errorOf(fresh), named(429))
    // Its other organizations count too, and other clients do not.
    assert.strictEqual((await write(server, await server.scoped(primary, "org_globex"))).status, 429)
    assert.strictEqual((await write(server, other)).status, 201)

    await server.advance(untilMidnightMs - 1)
    const late = await server.scoped(await server.primary())
    const last = await write(server, late)
    assert.deepStrictEqual([last.status, last.headers["retry-after"]], [429, "1"])
    await server.advance(1)
    assert.strictEqual((await write(server, late)).status, 201)
  })

  it("outlive the server that counted them (decisions, Limits)", async () => {
    using folder = temporaryFolder()
    const database = await makeDatabase(folder.file("quota.db"))
    const first = await startServer({ ...small, database })
    await meetQuota(first, await first.partner())
    await first.stop()
    await using again = await startServer({ ...small, database, sandbox: false })
    assert.strictEqual((await write(again, await again.partner())).status, 429)
  })
})

it("the bytes that clients have stored are kept for 30 days by client and day (operators)", async () => {
  await using server = await startServer({ ...small, startMs: Date.UTC(2026, 10, 26, 12) })
  await write(server, await server.partner())
  const today = Date.UTC(2026, 10, 26)
  for (const days of [29, 30]) {
    await server.query(
      "INSERT INTO stored_bytes (day_at_ms, client_id, bytes) VALUES (?, ?, ?)",
      today - days * dayMs,
      "gone",
      1
    )
  }
  await server.advance(60_000)
  const rows = await server.query("SELECT day_at_ms, client_id FROM stored_bytes ORDER BY day_at_ms")
  assert.deepStrictEqual(
    rows.map(({ client_id, day_at_ms }) => [Number(day_at_ms), client_id]),
    [
      [today - 29 * dayMs, "gone"],
      [today, "sandbox-partner"]
    ]
  )
})
