/**
 * Everything moves from one database to another and stays as it is (README): what partners hold works on, a copy that was killed goes
 * on, and a difference is found.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { latestVersion } from "../../src/store/Migrations.ts"
import { databases } from "../../test/Postgres.ts"
import { runProcess, startProgram } from "../../test/Program.ts"
import { startServer } from "../../test/TestServer.ts"
import { pageOf, pathOf } from "../../test/Walk.ts"
import {
  addAgencies,
  addOddities,
  addOperators,
  addPerson,
  addWebhook,
  copied,
  copy,
  decodeCopy,
  endSessions,
  inFile,
  makeGate,
  places,
  rowsOf
} from "./Copies.ts"

type Program = ReturnType<typeof startProgram>

const countsOf = (tables: Readonly<Record<string, ReadonlyArray<unknown>>>) =>
  Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))

describe("partner-api copy", () => {
  it("takes everything to PostgreSQL and back, byte for byte (docs/decisions, 35)", async () => {
    using made = await places()
    addOddities(made.file)
    addOperators(made.file)
    addWebhook(made.file)
    addPerson(made.file)
    // As a server does with the first record that it hides.
    inFile(made.file, `UPDATE schema_floor SET version = ${latestVersion}`)
    const before = rowsOf(made.file)
    const there = await copied(made.sqlite, made.postgres)
    const counts = countsOf(before)
    assert.isAbove(counts["tokens"] ?? 0, 0)
    assert.isAbove(counts["journal"] ?? 0, 0)
    const ofWebhooks = ["endpoints", "secrets", "positions", "deliveries", "uses", "removals"]
    assert.deepStrictEqual(
      ofWebhooks.map((name) => counts[`webhook_${name}`]),
      [1, 2, 1, 2, 1, 1]
    )
    const ofPersons = ["attachments", "messages", "confirmation_links", "mails", "erasure_requests", "erasure_subjects"]
    assert.deepStrictEqual(
      ofPersons.map((name) => counts[name]),
      [1, 3, 1, 1, 2, 2]
    )
    assert.strictEqual(counts["cursor_keys"], 1)
    assert.deepStrictEqual(Object.fromEntries(there.tables.map(({ table, from }) => [table, from.rows])), counts)
    const again = await copied(made.sqlite, made.postgres)
    assert.deepStrictEqual([again.written, again.differences], [0, 0])
    assert.deepStrictEqual(again.tables, there.tables)
    const back = made.folder.file("elsewhere/back.db")
    const returned = await copied(made.postgres, `sqlite:${back}`)
    assert.deepStrictEqual(rowsOf(back), before)
    assert.deepStrictEqual(returned.tables, there.tables)
    assert.deepStrictEqual(rowsOf(made.file), before, "the source is as it was")
    assert.strictEqual(Fs.statSync(back).mode & 0o777, 0o600)
  })

  it("takes a backup too, and only reads it (docs/decisions, 35)", async () => {
    using made = await places()
    const backup = made.folder.file("backup.db")
    const taken = await runProcess(["backup", backup], { DATABASE_URL: made.sqlite })
    assert.strictEqual(taken.code, 0, taken.stderr)
    const bytes = Fs.readFileSync(backup)
    await copied(`sqlite:${backup}`, `sqlite:${made.folder.file("there.db")}`)
    assert.deepStrictEqual(rowsOf(made.folder.file("there.db")), rowsOf(made.file))
    assert.isTrue(Fs.readFileSync(backup).equals(bytes), "the source is only read")
  })

  it("leaves tokens, cursors and idempotency keys as good as they were (docs/decisions, 35)", async () => {
    using made = await places()
    await copied(made.sqlite, made.postgres)
    const { token, add, added, page, startMs } = made.held
    await using server = await startServer({ database: readTarget(made.postgres), sandbox: false, startMs })
    const repeated = await server.call("POST", "/v1/users", { token, ...add })
    assert.deepStrictEqual([repeated.status, repeated.text], [201, added.text])
    assert.strictEqual(repeated.headers["idempotency-replayed"], "true")
    const next = await server.call("GET", pathOf(pageOf(page).next ?? ""), { token })
    assert.strictEqual(next.status, 200)
    assert.notDeepEqual(pageOf(next).content, pageOf(page).content)
    const log = await server.call("GET", "/v1/audit_log", { token: await server.partner() })
    assert.strictEqual(log.status, 200)
    const more = await server.call("POST", "/v1/users", { token, json: { ...add.json, email: "later@example.com" } })
    assert.strictEqual(more.status, 201, "the journal goes on counting")
  })

  /** The program is killed at a moment at which the target has not answered. */
  const kill = async (program: Program, to: string) => {
    await program.stop("SIGKILL")
    await endSessions(to)
  }
  /** Databases end the connections of the program. */
  const disconnect = async (program: Program, ...urls: ReadonlyArray<string>) => {
    for (const url of urls) await endSessions(url)
    assert.strictEqual((await program.ended).code, 1)
    assert.match(
      program.text().stderr,
      /^partner-api: The copy has stopped: .+\. Run the command again: it goes on where it stopped\./m
    )
  }
  const interruptions: ReadonlyArray<
    [
      what: string,
      source: "sqlite" | "postgres",
      interrupt: (program: Program, to: string, from: string) => Promise<void>
    ]
  > = [
    ["the program was killed", "sqlite", kill],
    ["the target ended the connection", "sqlite", (program, to) => disconnect(program, to)],
    ["both databases ended the connections", "postgres", (program, to, from) => disconnect(program, from, to)]
  ]
  it.for(interruptions)(
    "goes on after %s, and is not served before its end (docs/decisions, 35)",
    async ([, source, interrupt]) => {
      using made = await places()
      addAgencies(made.file, 4_000)
      const from = made[source]
      if (source === "postgres") await copied(made.sqlite, from)
      const to = await databases().create()
      await using gate = await makeGate(to, "agy_102000")
      await using program = startProgram(["copy", "--from", from, "--to", to], {})
      await program.errorLine(/rows copied .* 1,\d\d\d of 4,/)
      await interrupt(program, to, from)
      await gate.open()
      const [kept] = await databases().run(
        to,
        "SELECT count(*) AS agencies, (SELECT sum(row_count)::int FROM copies) AS rows FROM agencies"
      )
      const { agencies, rows } = { agencies: 0n, rows: 0, ...kept }
      assert.strictEqual(agencies, 1_500n)
      const served = await runProcess(["clients", "list"], { DATABASE_URL: to })
      assert.strictEqual(served.code, 1)
      assert.match(served.stderr, /holds a copy that is not finished\. Run partner-api copy again/)
      await endSessions(to)
      const second = await copied(from, to)
      const total = second.tables.reduce((sum, { table, from }) => sum + (table === "schema_floor" ? 0 : from.rows), 0)
      assert.deepStrictEqual([second.written, second.differences], [total - rows, 0])
      const listed = await runProcess(["clients", "list"], { DATABASE_URL: to })
      assert.strictEqual(listed.code, 0, listed.stderr)
    }
  )

  it("finds and names what differs afterwards, and writes nothing over it (docs/decisions, 35)", async () => {
    using made = await places()
    addAgencies(made.file, 1_200)
    await copied(made.sqlite, made.postgres)
    await databases().run(
      made.postgres,
      "UPDATE agencies SET name = 'changed' WHERE id = 'agy_100700'",
      "DELETE FROM agencies WHERE id IN ('agy_100001', 'agy_101200')",
      "INSERT INTO agencies SELECT organization_id, 'agy_z', name, recruiters, 0, custom_fees FROM agencies WHERE id = 'agy_100002'",
      "DELETE FROM tokens"
    )
    const { code, stdout, stderr } = await copy(made.sqlite, made.postgres)
    assert.strictEqual(code, 1)
    assert.match(stdout, /^agencies: 1 changed, 2 only in the source, 1 only in the target\.$/m)
    assert.match(stdout, /^tokens: 0 changed, 1 only in the source, 0 only in the target\.$/m)
    assert.match(stdout, /^0 rows written, 5 differences\.$/m)
    assert.match(
      stderr,
      /differs from .*source\.db in 5 rows\. Before the first start on the target: stop what writes to the source/
    )
    await endSessions(made.postgres)
    const again = await copy(made.sqlite, made.postgres, "--json")
    assert.strictEqual(again.code, 1)
    const { differences, tables } = decodeCopy(again.stdout)
    assert.strictEqual(differences, 5)
    assert.deepStrictEqual(
      tables.filter(({ from, to }) => from.digest !== to.digest).map(({ table }) => table),
      ["agencies", "tokens"]
    )
  })

  it("refuses a target that holds anything else, and changes nothing (docs/decisions, 35)", async () => {
    using made = await places()
    const other = made.folder.file("other.db")
    await runProcess(["organizations", "create", "--name", "Mine", "--id", "org_mine"], {
      DATABASE_URL: `sqlite:${other}`
    })
    const before = rowsOf(other)
    const refused = await copy(made.sqlite, `sqlite:${other}`)
    assert.deepStrictEqual([refused.code, refused.stdout], [1, ""])
    assert.match(
      refused.stderr,
      /other\.db has rows of its own in journal\. Nothing was changed\. Name an empty database/
    )
    assert.deepStrictEqual(rowsOf(other), before)
    const third = made.folder.file("third.db")
    await copied(made.sqlite, `sqlite:${third}`)
    const ofAnother = await copy(`sqlite:${other}`, `sqlite:${third}`)
    assert.match(ofAnother.stderr, /third\.db holds a copy of .*source\.db\. Nothing was changed/)
    const itself = await copy(made.sqlite, made.sqlite)
    assert.match(itself.stderr, /is both --from and --to/)
    const none = await copy(`sqlite:${made.folder.file("none.db")}`, made.postgres)
    assert.match(none.stderr, /There is no database .*none\.db\. Check --from/)
    assert.isFalse(Fs.existsSync(made.folder.file("none.db")))
  })

  it("refuses a source of another schema, for what it does not know would be lost (docs/decisions, 35)", async () => {
    using made = await places()
    inFile(made.file, "INSERT INTO migrations (migration_id, name) VALUES (999, 'future')")
    const { code, stderr } = await copy(made.sqlite, made.postgres)
    assert.strictEqual(code, 1)
    assert.match(stderr, /source\.db has schema 999, this program has \d+\. Check its name/)
    inFile(made.file, "DELETE FROM migrations WHERE migration_id > 9")
    const older = await copy(made.sqlite, made.postgres)
    assert.match(older.stderr, /source\.db has schema 9, .*start the server with this program once/)
    assert.deepStrictEqual(await databases().run(made.postgres, "SELECT to_regclass('migrations') AS made"), [
      { made: null }
    ])
  })
})

describe("the password of a database", () => {
  const password = "hunter2-hunter2"
  const withPassword = (url: string) => url.replace("postgres@", `postgres:${password}@`)

  it("is in nothing that a copy prints or stores (docs/decisions, 35)", async () => {
    using made = await places()
    const url = withPassword(made.postgres)
    const back = made.folder.file("back.db")
    const runs = [
      await copy(made.sqlite, url),
      await copy(url, `sqlite:${back}`, "--json"),
      await copy(url, url),
      await copy(made.sqlite, url.replace(/test_\w+/, "nowhere")),
      await copy(made.sqlite, `postgres://u:${password}@127.0.0.1:1/nobody`),
      await copy(made.sqlite, `postgres://u:${password}@localhost/d?sslmode=allow`),
      await copy(`${url}&password=${password}`, `sqlite:${back}`),
      await runProcess(["copy"], { COPY_FROM: made.sqlite, COPY_TO: url }),
      await runProcess(["copy"], { COPY_FROM: made.sqlite, COPY_TO: `x${url}` })
    ]
    for (const { stdout, stderr } of runs) assert.notInclude(stdout + stderr, password)
    assert.match(runs[0]?.stdout ?? "", /set DATABASE_URL to the address in --to/)
    assert.deepStrictEqual([runs[2]?.code, runs[3]?.code, runs[4]?.code, runs[5]?.code, runs[8]?.code], [1, 1, 1, 2, 2])
    assert.notInclude(Fs.readFileSync(back, "latin1"), password)
    assert.notInclude(
      JSON.stringify(await databases().run(made.postgres, "SELECT source, last_key FROM copies")),
      password
    )
  })
})
