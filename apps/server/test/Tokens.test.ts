/**
 * The life of tokens: exactly how long they last, how fast a revocation works, and that secrets leave no trace in the database
 * (decisions, Tokens). Time is the test's; nothing here waits.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named, withoutRequestId } from "./ErrorAnswer.ts"
import { tokenCacheMs } from "@partner-api/service/services/access/Tokens"
import { openDatabase, startServer, temporaryFolder, type TestServer } from "./TestServer.ts"

const seconds = (count: number): number => count * 1_000
/** What is known of a token may be this old. */
const staleness = seconds(1)

const use = (server: TestServer, path: string, token: string) => server.call("GET", path, { token })
const statusOf = async (server: TestServer, path: string, token: string) => (await use(server, path, token)).status

const issuers: ReadonlyArray<
  [what: string, lifetime: number, path: string, issue: (server: TestServer) => Promise<string>]
> = [
  ["primary", seconds(3_600), "/v1/organizations", (server) => server.primary()],
  ["partner", seconds(3_600), "/v1/jobs", (server) => server.partner()],
  ["scoped", seconds(86_400), "/v1/jobs", async (server) => server.scoped(await server.primary())]
]

describe("the lifetime", () => {
  it.for(issuers)("of a %s token ends after exactly %i ms (spec 8)", async ([, lifetime, path, issue]) => {
    // Whether its row is there does not matter.
    await using server = await startServer({ worksBetweenRequests: false })
    const token = await issue(server)
    await server.advance(lifetime - 1)
    assert.strictEqual(await statusOf(server, path, token), 200)
    // Known for less than a second, and over all the same.
    await server.advance(1)
    const answer = await use(server, path, token)
    assert.strictEqual(errorOf(answer), "401 unauthorized")
    assert.include(answer.headers["www-authenticate"], 'error="invalid_token"')
  })

  it("of a scoped token goes on when that of its primary token ends (decisions, Tokens)", async () => {
    await using server = await startServer({ worksBetweenRequests: false })
    const primary = await server.primary()
    const scoped = await server.scoped(primary)
    await server.advance(seconds(3_600))
    assert.strictEqual(await statusOf(server, "/v1/organizations", primary), 401)
    assert.strictEqual(await statusOf(server, "/v1/jobs", scoped), 200)
  })

  it("of the token row ends with a purge: gone from the database, and only then (decisions, Tokens)", async () => {
    using folder = temporaryFolder()
    const databaseFile = folder.file("rows.db")
    await using server = await startServer({ databaseFile })
    using operator = openDatabase(databaseFile)
    const count = () => operator.db.prepare("SELECT count(*) AS count FROM tokens").get()?.["count"]
    const primary = await server.primary()
    await server.scoped(primary)
    await server.advance(seconds(3_600) - 1)
    assert.strictEqual(count(), 2)
    await server.advance(1)
    assert.strictEqual(count(), 1)
    await server.stop()
    await using later = await startServer({ databaseFile, startMs: server.startMs + seconds(86_400 - 60) - 1 })
    await later.advance(seconds(60))
    assert.strictEqual(count(), 1)
    await later.advance(seconds(60))
    assert.strictEqual(count(), 0)
  })

  it("of more tokens than one batch ends at once (decisions, Tokens)", async () => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    const insert = operator.db.prepare(
      "INSERT INTO tokens (digest, client_id, is_primary, expires_at_ms) VALUES (?, 'sandbox-client', 1, ?)"
    )
    operator.db.exec("BEGIN")
    for (let index = 0; index < 2_500; index++) insert.run(`expired ${index}`, server.startMs + 1)
    insert.run("alive", server.startMs + seconds(60) + 1)
    operator.db.exec("COMMIT")
    await server.advance(seconds(60))
    assert.deepStrictEqual(
      operator.db
        .prepare("SELECT digest FROM tokens")
        .all()
        .map(({ digest }) => digest),
      ["alive"]
    )
  })
})

describe("a revocation", () => {
  const changes: ReadonlyArray<[what: string, sql: string, path: string, status: number]> = [
    ["a deleted token", "DELETE FROM tokens", "/v1/jobs", 401],
    ["a withdrawn grant", "DELETE FROM grants", "/v1/jobs", 403],
    ["a withdrawn permission", `UPDATE grants SET permissions = '["users:read"]'`, "/v1/jobs", 403],
    [
      "a withdrawn client",
      "DELETE FROM tokens; DELETE FROM grants; DELETE FROM client_secrets; DELETE FROM clients",
      "/v1/jobs",
      401
    ]
  ]

  it.for(changes)("by %s works after one second at most (decisions, Tokens)", async ([, sql, path, status]) => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    const known = await server.partner()
    const unused = await server.partner()
    assert.strictEqual(await statusOf(server, path, known), 200)
    operator.db.exec(sql)
    // A token that nobody remembers is looked up as it is now.
    assert.strictEqual(errorOf(await use(server, path, unused)), named(status))
    await server.advance(staleness)
    assert.strictEqual(errorOf(await use(server, path, known)), named(status))
  })

  it("is undone as fast: a permission given back is there at the next second (decisions, Tokens)", async () => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    const token = await server.partner("sandbox-reader")
    assert.strictEqual(await statusOf(server, "/v1/users", token), 403)
    operator.db.exec(`UPDATE grants SET permissions = '["users:read"]'`)
    await server.advance(staleness)
    assert.strictEqual(await statusOf(server, "/v1/users", token), 200)
  })

  it("of a grant stops minting at once (decisions, Tokens)", async () => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    const primary = await server.primary()
    await server.scoped(primary)
    operator.db.exec("DELETE FROM grants WHERE organization_id = 'org_acme'")
    assert.strictEqual(
      errorOf(await server.call("POST", "/v1/organizations/org_acme/token", { token: primary })),
      "403 forbidden"
    )
  })

  it("does not go the other way: a known token is looked up in the database once a second (decisions, Tokens)", async () => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    const token = await server.partner()
    await use(server, "/v1/jobs", token)
    operator.db.exec("DELETE FROM tokens")
    await server.advance(tokenCacheMs - 1)
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
  })
})

describe("two live secrets of a client", () => {
  it("both work, and a removed one does not (decisions, Tokens)", async () => {
    await using server = await startServer()
    using operator = openDatabase(server.databaseFile)
    // The second secret of sandbox-client is the one of sandbox-reader: its digest is in the database already.
    operator.db.exec(`UPDATE client_secrets SET client_id = 'sandbox-client' WHERE client_id = 'sandbox-reader'`)
    const login = async (secret: string) =>
      (await server.call("POST", "/v1/auth/token", { json: { client_id: "sandbox-client", client_secret: secret } }))
        .status
    assert.deepStrictEqual([await login("sandbox-secret"), await login("sandbox-reader-secret")], [200, 200])
    operator.db.exec(
      "DELETE FROM client_secrets WHERE client_id = 'sandbox-client' AND rowid = (SELECT min(rowid) FROM client_secrets WHERE client_id = 'sandbox-client')"
    )
    assert.deepStrictEqual([await login("sandbox-secret"), await login("sandbox-reader-secret")], [401, 200])
  })
})

describe("credentials", () => {
  it("that are wrong get one answer, whether the client exists or not (decisions, Tokens)", async () => {
    await using server = await startServer()
    const [unknown, wrong] = [
      { client_id: "nobody", client_secret: "sandbox-secret" },
      { client_id: "sandbox-client", client_secret: "wrong" }
    ]
    const oauth = (credentials: typeof unknown) =>
      server.call("POST", "/oauth/token", { form: { grant_type: "client_credentials", ...credentials } })
    const partner = (credentials: typeof unknown) => server.call("POST", "/v1/auth/token", { json: credentials })
    assert.strictEqual(errorOf(await oauth(unknown)), "401 invalid_client")
    assert.strictEqual(errorOf(await partner(unknown)), "401 unauthorized")
    assert.deepStrictEqual(withoutRequestId(await oauth(unknown)), withoutRequestId(await oauth(wrong)))
    assert.deepStrictEqual(withoutRequestId(await partner(unknown)), withoutRequestId(await partner(wrong)))
  })

  it("and tokens are nowhere in the database, its journal or the log (decisions, Tokens)", async () => {
    await using server = await startServer()
    const primary = await server.primary()
    const secrets = [
      primary,
      await server.scoped(primary),
      await server.partner(),
      "sandbox-secret",
      "sandbox-reader-secret"
    ]
    await use(server, "/v1/jobs", secrets[1] ?? "")
    await use(server, `/v1/jobs?access_token=${primary}`, primary)
    const files = [server.databaseFile, `${server.databaseFile}-wal`].map((file) => Fs.readFileSync(file))
    const holds = (text: string) => files.some((bytes) => bytes.includes(text))
    assert.isTrue(holds("sandbox-client"), "the client id is there, so the search works")
    assert.deepStrictEqual(secrets.filter(holds), [])
    const log = JSON.stringify(server.log)
    assert.include(log, "sandbox-client")
    assert.deepStrictEqual(
      secrets.filter((secret) => log.includes(secret)),
      []
    )
    // Nor in another spelling of the same bytes.
    assert.deepStrictEqual(
      secrets.filter((secret) => files.some((bytes) => bytes.includes(Buffer.from(secret, "base64url")))),
      []
    )
  })
})
