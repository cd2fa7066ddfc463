/**
 * How many tokens of one client live at once (decisions, Limits), and that neither counting them nor ending one reads them all.
 */
import { liveTokensMax } from "@partner-api/domain/Client"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { deleteDescendants } from "../src/store/sql/Tokens.ts"
import { openDatabase, startServer, type TestServer } from "./TestServer.ts"

const statusOf = async (server: TestServer, token: string, path: string) =>
  (await server.call("GET", path, { token })).status

interface Made {
  readonly count: number
  readonly isPrimary: boolean
  readonly organizationId: string | null
  readonly expiresAtMs: number
}

/** Tokens of a client that were given out before. */
const makeTokens = (server: TestServer, { count, isPrimary, organizationId, expiresAtMs }: Made) => {
  using database = openDatabase(server.databaseFile)
  database.db
    .prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO tokens (digest, client_id, is_primary, organization_id, expires_at_ms)
      SELECT ? || n, 'sandbox-client', ?, ?, ? FROM numbers`
    )
    .run(count, `${isPrimary}${organizationId}${expiresAtMs}`, isPrimary ? 1 : 0, organizationId, expiresAtMs)
}

const count = (server: TestServer, where: string): number => {
  using database = openDatabase(server.databaseFile)
  return Number(database.db.prepare(`SELECT count(*) AS n FROM tokens WHERE ${where}`).get()?.["n"])
}

const hourMs = 3_600_000

describe("the live tokens of a client", () => {
  it("are ten thousand: the oldest of the same kind and organization ends, and the log warns the operator (decisions, Limits)", async () => {
    await using server = await startServer()
    const oldest = await server.primary()
    const scoped = await server.scoped(oldest)
    await server.advance(1)
    const second = await server.primary()
    const [later, over] = [server.startMs + 24 * hourMs, server.startMs - 1]
    // With these three the client has one less than it may have; those that are over do not count.
    makeTokens(server, { count: liveTokensMax - 4, isPrimary: false, organizationId: "org_globex", expiresAtMs: later })
    makeTokens(server, { count: 100, isPrimary: true, organizationId: null, expiresAtMs: over })
    await server.primary()
    assert.strictEqual(await statusOf(server, oldest, "/v1/organizations"), 200)
    assert.deepStrictEqual(server.log.faults, [])

    await server.primary()
    await server.advance(1_000)
    assert.strictEqual(await statusOf(server, oldest, "/v1/organizations"), 401)
    assert.strictEqual(await statusOf(server, second, "/v1/organizations"), 200)
    // A token that was minted with it lives on.
    assert.strictEqual(await statusOf(server, scoped, "/v1/jobs"), 200)
    assert.lengthOf(server.log.faults, 1)
    assert.include(server.log.faults[0], "sandbox-client has 10000 live tokens")
    assert.strictEqual(count(server, "organization_id = 'org_globex'"), liveTokensMax - 4)

    // The log warns once a minute.
    await server.primary()
    assert.lengthOf(server.log.faults, 1)
    await server.advance(60_000)
    await server.primary()
    assert.lengthOf(server.log.faults, 2)
  })

  it("never close an organization to their client: the first of a kind is given (decisions, Limits)", async () => {
    await using server = await startServer()
    const primary = await server.primary()
    const later = server.startMs + 24 * hourMs
    makeTokens(server, { count: liveTokensMax, isPrimary: false, organizationId: "org_globex", expiresAtMs: later - 1 })
    const scoped = await server.scoped(primary, "org_acme")
    assert.strictEqual(await statusOf(server, scoped, "/v1/jobs"), 200)
    await server.scoped(primary, "org_globex")
    assert.strictEqual(count(server, "organization_id = 'org_globex'"), liveTokensMax)
  })

  it("are not read one by one to end one of them (decisions, Limits)", async () => {
    await using server = await startServer()
    const plan = await server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const [text, params] = deleteDescendants(sql, "sandbox-client", "digest").compile()
        return sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
      })
    )
    const searches = plan.map(({ detail }) => detail).filter((detail) => /^(?:SEARCH|SCAN)/.test(detail))
    assert.deepStrictEqual(searches.toSorted(), [
      "SEARCH tokens USING COVERING INDEX tokens_descendants (parent_digest=? AND client_id=?)",
      "SEARCH tokens USING PRIMARY KEY (digest=?)"
    ])
  })
})
