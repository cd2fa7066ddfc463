/**
 * When the storage fails: 500 or 503 with nothing of the inside, nothing stored, and a service that recovers without a restart (decisions,
 * Errors and Discovery).
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { openDatabase, sandboxUser, startServer, type TestServer } from "./TestServer.ts"

const user = (name: string) => ({ first_name: name, last_name: "B", email: `${name}@example.com` })
const pragma = (server: TestServer, text: string) =>
  server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`PRAGMA ${text}`)))
const inside = /users_elsewhere|no such|readonly|locked|disk|SQL|sqlite|\.ts|\bat /i

describe("a failing storage", () => {
  it("that has lost a table is 500, and only the log says why (decisions, Errors)", async () => {
    // Work between requests would log a failure of its own.
    await using server = await startServer({ worksBetweenRequests: false })
    using operator = openDatabase(server.databaseFile)
    const token = await server.partner()
    operator.db.exec("ALTER TABLE users RENAME TO users_elsewhere")
    const answers = [
      await server.call("POST", "/v1/users", { token, json: user("a") }),
      await server.call("GET", "/v1/users", { token })
    ]
    answers.forEach((answer) => {
      assert.strictEqual(errorOf(answer), "500 internal_error")
      assert.notMatch(answer.text, inside)
    })
    assert.lengthOf(server.log.faults, 2)
    assert.match(server.log.faults.join(), /no such table: users/)
    operator.db.exec("ALTER TABLE users_elsewhere RENAME TO users")
    assert.strictEqual((await server.call("POST", "/v1/users", { token, json: user("a") })).status, 201)
  })

  it("that holds a row nobody can read is 500, and only for who reads it (decisions, Errors)", async () => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    const token = await server.partner()
    // What was read of the row before is not answered for it.
    const { content } = membersOf(await server.call("GET", "/v1/applications?limit=2", { token }))
    const [id, other] = Array.isArray(content) ? content.map((one) => String(Object(one).id)) : []
    const [broken, whole] = [`/v1/applications/${id}/history`, `/v1/applications/${other}/history`]
    for (let time = 0; time < 3; time++) {
      assert.strictEqual((await server.call("GET", broken, { token })).status, 200)
    }
    operator.db.exec(`UPDATE applications SET json = '{"id":1}' WHERE id = '${id}'`)
    assert.strictEqual(errorOf(await server.call("GET", broken, { token })), "500 internal_error")
    assert.strictEqual((await server.call("GET", whole, { token })).status, 200)
  })

  it.for<[what: string, begin: string, end: string, lock: boolean]>([
    ["cannot be written", "query_only = 1", "query_only = 0", false],
    ["is full", "max_page_count = 1", "max_page_count = 1000000", false],
    ["is locked by another", "busy_timeout = 0", "busy_timeout = 5000", true]
  ])(
    "that %s is 503 with Retry-After; lists go on, and it recovers (decisions, Errors)",
    async ([, begin, end, lock]) => {
      await using server = await startServer({ worksBetweenRequests: false })
      using operator = openDatabase(server.databaseFile)
      const token = await server.partner()
      await pragma(server, begin)
      if (lock) operator.db.exec("BEGIN IMMEDIATE")
      // Free space takes some rows yet; eighty rows of this size use it up.
      const names = Array.from({ length: 80 }, (_, index) => `${"a".repeat(50)}${index}`)
      const answers = []
      for (const name of names) answers.push(await server.call("POST", "/v1/users", { token, json: user(name) }))
      const refused = answers.filter(({ status }) => status !== 201)
      assert.isAbove(refused.length, 10)
      refused.forEach((answer) => {
        assert.strictEqual(errorOf(answer), "503 unavailable")
        assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/)
        assert.notMatch(answer.text, inside)
      })
      assert.strictEqual((await server.call("GET", "/v1/jobs", { token })).status, 200)
      assert.lengthOf(server.log.faults, refused.length)
      const { count } = operator.db.prepare("SELECT count(*) AS count FROM users WHERE id <> ?").get(sandboxUser) ?? {}
      assert.strictEqual(count, names.length - refused.length)

      if (lock) operator.db.exec("ROLLBACK")
      await pragma(server, end)
      assert.strictEqual((await server.call("POST", "/v1/users", { token, json: user("recovered") })).status, 201)
    }
  )

  it("that is full refuses writes that share a commit with 503, and keeps those that it acknowledges (decisions, Errors)", async () => {
    await using server = await startServer({ worksBetweenRequests: false })
    using operator = openDatabase(server.databaseFile)
    const token = await server.partner()
    await pragma(server, "max_page_count = 1")
    const names = Array.from({ length: 80 }, (_, index) => `${"a".repeat(50)}${index}`)
    const answers = await Promise.all(
      names.map((name) => server.call("POST", "/v1/users", { token, json: user(name) }))
    )
    const refused = answers.filter(({ status }) => status !== 201)
    assert.isAbove(refused.length, 10)
    assert.deepStrictEqual([...new Set(refused.map(errorOf))], ["503 unavailable"])
    const { count } = operator.db.prepare("SELECT count(*) AS count FROM users WHERE id <> ?").get(sandboxUser) ?? {}
    assert.strictEqual(count, names.length - refused.length)
  })
})

describe("readiness", () => {
  it.for<[what: string, word: string, fail: (server: TestServer) => unknown, mend: (server: TestServer) => unknown]>([
    ["written", "written", (server) => pragma(server, "query_only = 1"), (server) => pragma(server, "query_only = 0")],
    [
      "read",
      "read",
      ({ databaseFile }) => {
        using operator = openDatabase(databaseFile)
        operator.db.exec("ALTER TABLE cursor_keys RENAME TO elsewhere")
      },
      ({ databaseFile }) => {
        using operator = openDatabase(databaseFile)
        operator.db.exec("ALTER TABLE elsewhere RENAME TO cursor_keys")
      }
    ]
  ])(
    "is 503 while the database cannot be %s, within a second, and 200 after it (decisions, Discovery)",
    async (row) => {
      const [, word, fail, mend] = row
      await using server = await startServer()
      const ready = () => server.call("GET", "/health/ready")
      assert.strictEqual((await ready()).status, 200)
      await fail(server)
      await server.advance(1_000)
      const answer = await ready()
      assert.strictEqual(errorOf(answer), "503 unavailable")
      assert.include(textOf(answer, "message"), word)
      assert.match(String(answer.headers["retry-after"]), /^\d+$/)
      assert.strictEqual((await server.call("GET", "/health/live")).status, 200)
      await mend(server)
      await server.advance(1_000)
      assert.strictEqual((await ready()).status, 200)
    }
  )
})
