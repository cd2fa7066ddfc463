/**
 * The backup of a PostgreSQL up to a moment (docs/postgres.md): the settings, the SQL and the commands of the page, run as they stand
 * there. Only the folders and the moment are the test's.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type PostgresServer, startPostgres } from "@partner-api/test-postgres/PostgresServer"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { blockOf, settingsOf, statementsOf } from "../../test/PostgresPage.ts"
import { startServer, type TestServer, temporaryFolder } from "../../test/TestServer.ts"

/** The folder and the moment that the page writes. */
const folderOfPage = "/var/backups"
const momentOfPage = "2026-11-21 10:00:00 UTC"

const Moment = Schema.Tuple([Schema.Struct({ moment: Schema.String })])
const Row = Schema.Tuple([Schema.Record(Schema.String, Schema.String)])

const addUser = (server: TestServer, token: string, name: string) =>
  server.call("POST", "/v1/users", {
    token,
    json: { first_name: name, last_name: "Doe", email: `${name}@example.com` }
  })

const users = "SELECT first_name FROM users WHERE last_name = 'Doe' ORDER BY first_name"

/** Runs commands as the user that PostgreSQL runs as, in the folder that `psql` would be in. */
const runShell = (server: PostgresServer, commands: string): void => {
  const data = Path.join(server.folder, "data")
  const { uid, gid } = Fs.statSync(data)
  const { status, stderr } = ChildProcess.spawnSync("/bin/sh", ["-eu", "-c", commands], {
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    cwd: server.folder,
    env: { PATH: process.env["PATH"], PGDATA: data },
    encoding: "utf8"
  })
  assert.strictEqual(status, 0, stderr)
}

/** What `psql` does with a script, in one session: `;` ends a statement, `\!` runs a command, `\g FILE` writes what a statement gives. */
const runPsql = (server: PostgresServer, script: string): Promise<void> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    for (const line of script.split("\n")) {
      const [, command] = /^\\! (.*)$/.exec(line) ?? []
      const [, statement = line, file] = /^(.*) \\g \(format=unaligned tuples_only=on\) (\S+)$/.exec(line) ?? []
      if (command !== undefined) {
        runShell(server, command)
        continue
      }
      const rows = yield* sql.unsafe(statement)
      if (file === undefined) continue
      const [row] = Schema.decodeUnknownSync(Row)(rows)
      Fs.writeFileSync(file, `${Object.values(row).join("|")}\n`)
    }
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(server.url("postgres")), maxConnections: 1 })),
    Effect.runPromise
  )

describe("a backup of PostgreSQL up to a moment", () => {
  it("brings back what was answered before the moment, and nothing after it (docs/postgres.md)", async () => {
    using backups = temporaryFolder()
    Fs.chmodSync(backups.path, 0o777)
    Fs.mkdirSync(backups.file("wal"))
    Fs.chmodSync(backups.file("wal"), 0o777)
    const placed = (text: string): string => text.replaceAll(folderOfPage, backups.path)
    const placedIn = (settings: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, placed(value)]))

    await using first = await startPostgres({ fsync: true, settings: placedIn(settingsOf("archive")) })
    const databaseUrl = await first.create()
    const server = await startServer({ database: readTarget(databaseUrl) })
    const token = await server.partner()
    await addUser(server, token, "before")
    await runPsql(first, placed(blockOf("sql", "copy")))
    await addUser(server, token, "archived")
    const [{ moment }] = Schema.decodeUnknownSync(Moment)(
      await first.run(databaseUrl, "SELECT CAST(clock_timestamp() AS TEXT) AS moment")
    )
    await addUser(server, token, "late")
    await first.run(databaseUrl, "DELETE FROM users WHERE first_name = 'before'")
    await server.stop()
    // The last of the log is archived before the server has gone.
    await first.end("SIGINT")

    const recovery = placedIn(settingsOf("recovery"))
    assert.strictEqual(recovery["recovery_target_time"], momentOfPage)
    await using second = await startPostgres({ fsync: true, settings: { ...recovery, recovery_target_time: moment } })
    await second.end("SIGINT")
    runShell(second, placed(blockOf("shell", "restore")))
    await second.start()
    const restoredUrl = second.url(new URL(databaseUrl).pathname.slice(1))
    assert.deepStrictEqual(await second.run(restoredUrl, users), [{ first_name: "archived" }, { first_name: "before" }])

    assert.lengthOf(await second.run(restoredUrl, "SELECT 1 FROM tokens"), 1)
    await second.run(restoredUrl, ...statementsOf("tokens"))
    await using restored = await startServer({ database: readTarget(restoredUrl) })
    assert.strictEqual((await addUser(restored, token, "unauthorized")).status, 401)
    assert.strictEqual((await addUser(restored, await restored.partner(), "late")).status, 201)
  })
})
