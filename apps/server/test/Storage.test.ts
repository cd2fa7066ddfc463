/**
 * The database file: settings that durability rests on, the plan of the page query, reading beside a writer, and what is left after
 * a stop (docs/decisions, SQLite; decisions, Lists).
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { OrganizationId } from "@partner-api/domain/Ids"
import { NotFound } from "@partner-api/domain/Errors"
import { newSettings } from "@partner-api/domain/OrganizationSettings"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { Transaction } from "@partner-api/service/store/Transaction"
import { ReadSql } from "../src/store/sql/kit/Statements.ts"
import { pageText } from "./PageText.ts"
import { openDatabase, sharedServer, startServer, temporaryFolder } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const user = (name: string) => ({ id: name, first_name: name, last_name: "X", email: `${name}@example.com` })

/** Everything in a database, apart from what every login and every look at readiness changes. */
const dump = (file: string) => {
  using operator = openDatabase(file)
  const schema = operator.db.prepare("SELECT name, sql FROM sqlite_master ORDER BY name").all()
  const tables = schema.flatMap(({ name, sql }) => (String(sql).startsWith("CREATE TABLE") ? [String(name)] : []))
  const rowsOf = (table: string) =>
    operator.db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
  const changing = new Set(["tokens", "write_probes"])
  return { schema, rows: tables.filter((name) => !changing.has(name)).map((name) => [name, rowsOf(name).toSorted()]) }
}

describe("both connections", () => {
  const clients = [
    ["writing", (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text).values)],
    ["reading", (text: string) => Effect.flatMap(ReadSql, (sql) => sql.unsafe(text).values)]
  ] as const
  const settings = [
    ["journal_mode", "wal"],
    ["synchronous", 2],
    ["foreign_keys", 1],
    ["cell_size_check", 1],
    ["busy_timeout", 5_000],
    ["cache_size", -8_192],
    ["mmap_size", 1_073_741_824]
  ] as const

  it.for(clients.flatMap(([name, query]) => settings.map(([pragma, value]) => [name, pragma, value, query] as const)))(
    "work as asked: the %s one has %s = %s (docs/decisions, SQLite)",
    async ([, pragma, value, query]) => {
      const rows = await server.run<unknown, unknown>(query(`PRAGMA ${pragma}`))
      assert.deepStrictEqual(rows, [[value]])
    }
  )

  it("cannot both write: the reading one is refused (docs/decisions, SQLite)", async () => {
    const error = await server.run(Effect.flip(Effect.flatMap(ReadSql, (sql) => sql`DELETE FROM users`)))
    assert.match(String(error.reason.message), /readonly/)
  })

  it("keep references whole: no row of an organization without it (docs/decisions, SQLite)", async () => {
    const insert = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`INSERT INTO jobs (organization_id, id, json) VALUES ('org_nobody', 'a', '{}')`
    )
    assert.match(String((await server.run(Effect.flip(insert))).reason.message), /FOREIGN KEY/)
  })
})

describe("the page query", () => {
  it("is one range of the primary key, without sorting (decisions, Lists)", () => {
    using operator = openDatabase(server.databaseFile)
    const plan = operator.db.prepare(`EXPLAIN QUERY PLAN ${pageText("sqlite")}`).all("org_acme", "job_00000100", 101)
    assert.deepStrictEqual(
      plan.map(({ detail }) => detail),
      ["SEARCH jobs USING PRIMARY KEY (organization_id=? AND id>?)"]
    )
  })
})

describe("while a transaction is open", () => {
  const organization = { id: OrganizationId.make("org_hooli"), name: "Hooli", settings: newSettings }
  const insertAndGrant = Effect.gen(function* () {
    const store = yield* OrganizationStore
    const sql = yield* SqlClient.SqlClient
    yield* store.insert(organization, timestampFromMillis(server.startMs))
    yield* sql`INSERT INTO grants (client_id, organization_id, permissions) VALUES ('sandbox-client', 'org_hooli', '[]')`
  })

  it("lists are answered, and show nothing of it before its end; writes wait and then succeed (decisions, Lists)", async () => {
    const [written, release] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const transaction = server.run(
      Effect.flatMap(Transaction, (inOne) =>
        inOne(
          insertAndGrant.pipe(
            Effect.andThen(Deferred.succeed(written, undefined)),
            Effect.andThen(Deferred.await(release))
          )
        )
      )
    )
    await server.run(Deferred.await(written))
    const waiting = call("POST", "/v1/users", { token: tokens.acme, json: user("waiting") })
    const organizations = await call("GET", "/v1/organizations", { token: tokens.primary })
    assert.notInclude(organizations.text, "org_hooli")
    const lists = await Promise.all(
      ["/v1/jobs", "/v1/users", "/v1/agencies"].map((path) => call("GET", path, { token: tokens.acme }))
    )
    assert.deepStrictEqual(
      lists.map(({ status }) => status),
      [200, 200, 200]
    )
    assert.strictEqual((await call("GET", "/v1/users/waiting", { token: tokens.acme })).status, 404)

    await server.run(Deferred.succeed(release, undefined))
    await transaction
    assert.strictEqual((await waiting).status, 201)
    assert.include((await call("GET", "/v1/organizations", { token: tokens.primary })).text, "org_hooli")
  })

  it("a failure takes all of it back (decisions, Resources)", async () => {
    await using other = await startServer()
    const before = dump(other.databaseFile)
    const failing = Effect.flatMap(Transaction, (inOne) =>
      inOne(Effect.andThen(insertAndGrant, new NotFound({ message: "changed my mind" })))
    )
    assert.strictEqual((await other.run(Effect.flip(failing)))._tag, "NotFound")
    assert.deepStrictEqual(dump(other.databaseFile), before)
  })
})

describe("after a restart on the same file", () => {
  it("data, tokens and cursors are as they were (decisions, Lists and Tokens)", async () => {
    using folder = temporaryFolder()
    const databaseFile = folder.file("kept.db")
    const fees = { optimizedFee: false, customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 1 }] }
    const before = await startServer({ databaseFile, publicUrl: "http://kept.example" })
    const token = await before.scoped(await before.primary())
    await before.call("POST", "/v1/users", { token, json: user("kept") })
    await before.call("POST", "/v1/agencies/agy_hirewell/fees", { token, json: fees })
    const paths = ["/v1/users", "/v1/agencies/agy_hirewell/fees", "/v1/jobs?limit=3"]
    const read = (from: typeof before) => Promise.all(paths.map((path) => from.call("GET", path, { token })))
    const answers = await read(before)
    const [, cursor = ""] = /cursor=([^"]+)"/.exec(answers[2]?.text ?? "") ?? []
    await before.stop()

    await using after = await startServer({ databaseFile, startMs: before.startMs, publicUrl: "http://kept.example" })
    assert.deepStrictEqual(
      (await read(after)).map(({ text }) => text),
      answers.map(({ text }) => text)
    )
    assert.include(answers[0]?.text, '"id":"kept"')
    const following = await after.call("GET", `/v1/jobs?cursor=${cursor}`, { token })
    assert.include(following.text, '{"content":[{"id":"job_00000004"')
  })

  it("the sandbox is not doubled, and the schema is made once (docs/decisions, Sandbox)", async () => {
    using folder = temporaryFolder()
    const databaseFile = folder.file("twice.db")
    const dumps = []
    for (let start = 0; start < 3; start++) {
      await using again = await startServer({ databaseFile })
      assert.strictEqual((await again.call("GET", "/health/ready")).status, 200)
      await again.stop()
      dumps.push(dump(databaseFile))
    }
    assert.deepStrictEqual(dumps[1], dumps[0])
    assert.deepStrictEqual(dumps[2], dumps[0])
  })
})
