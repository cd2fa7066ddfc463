/**
 * What partners see while PostgreSQL fails, and that it passes without a restart (docs/nodes.md). Databases that are killed, full of
 * connections or hang are tried by `pnpm verify`.
 */
import { assert, describe, it } from "@effect/vitest"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { errorOf, named } from "../ErrorAnswer.ts"
import { textOf } from "../HttpCall.ts"
import { databases, migratedDatabase } from "../Postgres.ts"
import { startServer, type TestServer } from "../TestServer.ts"

const start = async () => {
  const url = await migratedDatabase()
  const server = await startServer({ database: readTarget(url) })
  return { url, name: new URL(url).pathname.slice(1), server, token: await server.partner() }
}

let people = 0
const addUser = (server: TestServer, token: string) =>
  server.call("POST", "/v1/users", {
    token,
    json: { first_name: "Ada", last_name: "L", email: `failure.${people++}@example.com` }
  })

/** Ends every session of a database, and waits until each is gone: a connection that still seems good would be used once more. */
const terminate = (name: string) =>
  `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`

describe("while PostgreSQL is read-only", () => {
  it("writes and readiness are 503, reads are answered, and both come back (docs/nodes.md)", async () => {
    const { name, server, token, url } = await start()
    const admin = databases().url("postgres")
    await databases().run(admin, `ALTER DATABASE ${name} SET default_transaction_read_only = on`, terminate(name))
    const refused = await addUser(server, token)
    assert.strictEqual(errorOf(refused), named(503))
    assert.strictEqual(refused.headers["retry-after"], "5")
    assert.notInclude(refused.text, "Nothing was changed")
    assert.strictEqual((await server.call("GET", "/v1/jobs", { token })).status, 200)
    const ready = await server.call("GET", "/health/ready")
    assert.strictEqual(ready.status, 503)
    assert.match(textOf(ready, "message"), /cannot be written/)
    await databases().run(admin, `ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await server.advance(1_000)
    // Sessions that have found it read-only are not used again.
    for (let round = 0; round < 8; round++) assert.strictEqual((await addUser(server, token)).status, 201, url)
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
    await server.stop()
  })
})

describe("when PostgreSQL ends every session", () => {
  it("in the middle of transactions, each write is done or 503, and the next one is done (docs/nodes.md)", async () => {
    const { name, server, token } = await start()
    const rounds = 5
    const statuses: Array<number> = []
    const writers = Array.from({ length: 4 }, async () => {
      for (let number = 0; number < 40; number++) statuses.push((await addUser(server, token)).status)
    })
    for (let round = 0; round < rounds; round++) await databases().run(databases().url("postgres"), terminate(name))
    await Promise.all(writers)
    assert.sameMembers([...new Set([...statuses, 201, 503])], [201, 503])
    assert.strictEqual((await addUser(server, token)).status, 201)
    const [row] = await server.query("SELECT count(*) AS n FROM users WHERE email LIKE 'failure.%'")
    assert.isAtLeast(Number(row?.["n"]), statuses.filter((status) => status === 201).length)
    await server.stop()
  })
})
