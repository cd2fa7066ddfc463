/**
 * The connection to a database on another machine is encrypted and the certificate of the database verified, unless DATABASE_URL says
 * otherwise (docs/postgres.md). The database is on this machine here, so the URL asks for what is the default elsewhere.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type PostgresServer, startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { OperatorError } from "../../src/platform/OperatorError.ts"
import * as PostgresClient from "../../src/store/postgres/PostgresClient.ts"
import { freePort } from "../../test/FreePort.ts"

const fixture = (name: string): string => Path.join(import.meta.dirname, "../../test/postgres/tls", name)

let server: PostgresServer | undefined
let port = 0

beforeAll(async () => {
  port = await freePort()
  server = await startPostgres({ port })
  const { gid, uid } = Fs.statSync(server.folder)
  for (const name of ["server.pem", "server.key"]) {
    const file = Path.join(server.folder, name)
    Fs.copyFileSync(fixture(name), file)
    Fs.chmodSync(file, 0o600)
    Fs.chownSync(file, uid, gid)
  }
  await server.run(
    server.url("postgres"),
    `ALTER SYSTEM SET ssl_cert_file = '${server.folder}/server.pem'`,
    `ALTER SYSTEM SET ssl_key_file = '${server.folder}/server.key'`,
    "ALTER SYSTEM SET ssl = on",
    "SELECT pg_reload_conf()"
  )
})
afterAll(() => server?.stop())

/** Whether a connection to this host with this query is encrypted. */
const isEncrypted = (host: string, query: string) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
  ).pipe(
    Effect.map((rows) => rows[0]?.ssl),
    Effect.provide(
      PostgresClient.layer({
        url: Redacted.make(`postgres://postgres@${host}:${port}/postgres?${query}`),
        connections: 1,
        startWaitMs: 0,
        isBounded: true
      })
    )
  )

describe("a connection to PostgreSQL", () => {
  it.live.each([
    ["localhost", "sslmode=verify-full", true],
    ["127.0.0.1", "sslmode=require", true],
    ["localhost", "sslmode=disable", false],
    ["localhost", "", false]
  ] as const)("to %s with %j and the authority of the certificate: encrypted %s", ([host, query, encrypted]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* isEncrypted(host, `${query}&sslrootcert=${fixture("authority.pem")}`), encrypted)
    })
  )

  it.live.each([
    ["localhost", "sslmode=require"],
    ["localhost", "sslmode=verify-ca"],
    ["localhost", "sslmode=verify-full"],
    // This machine too, but not by a name that says so: the default is that of another machine.
    ["127.1", ""]
  ] as const)("to %s with %j is refused when nobody known stands for the certificate", ([host, query]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(isEncrypted(host, query))
      assert.instanceOf(refused, OperatorError)
      assert.match(refused.message, /certificate/)
    })
  )

  it.live("to another name than the certificate's is refused", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(isEncrypted("127.1", `sslrootcert=${fixture("authority.pem")}`))
      assert.match(refused.message, /does not match certificate's altnames/)
    })
  )
})
