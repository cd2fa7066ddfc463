/**
 * Files that the program must not use as its database: it refuses to start, says which file and what to do, and leaves the file as
 * it was (docs/decisions, Files).
 */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { SqlClient } from "effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { checked } from "../src/platform/DatabaseCheck.ts"
import { OperatorError } from "../src/platform/OperatorError.ts"
import { DatabaseTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { newerSchema } from "./OlderSchema.ts"
import { openDatabase, startServer, temporaryFolder } from "./TestServer.ts"

const serverLayer = (file: string) => Database.serverLayer(DatabaseTarget.Sqlite({ file }), 1)

/** Why a server does not start on a file, with the remedy. */
const refusal = async (file: string): Promise<string> => {
  const error = await Effect.runPromise(Effect.flip(Effect.provide(checked, serverLayer(file))))
  assert.instanceOf(error, OperatorError)
  assert.match(error.message, /\.$/)
  assert.match(error.remedy, /^[A-Z].*\.$/)
  return `${error.message} ${error.remedy}`
}

const withTable = (file: string, sql: string) => {
  using operator = openDatabase(file)
  operator.db.exec(sql)
}

describe("the program does not start on", () => {
  it.for<[what: string, make: (file: string) => void]>([
    ["text", (file) => Fs.writeFileSync(file, "Dear diary, ".repeat(1_000))],
    ["a few bytes", (file) => Fs.writeFileSync(file, "x")],
    [
      "another program's database",
      (file) => withTable(file, "CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('today')")
    ],
    [
      "another program's database with a table named like ours",
      (file) => withTable(file, "CREATE TABLE jobs (id TEXT)")
    ],
    [
      "another program's database with a mark",
      (file) => withTable(file, "PRAGMA application_id = 7; CREATE TABLE a (b)")
    ]
  ])("%s, which stays as it was (docs/decisions, Files)", async ([, make]) => {
    using folder = temporaryFolder()
    const file = folder.file("other.db")
    make(file)
    const before = Fs.readFileSync(file)
    assert.include(await refusal(file), file)
    assert.isTrue(Fs.readFileSync(file).equals(before))
    assert.deepStrictEqual(
      Fs.readdirSync(folder.path).filter((name) => !name.endsWith(".lock")),
      ["other.db"]
    )
  })

  it("a folder (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    Fs.mkdirSync(folder.file("folder"))
    assert.include(await refusal(folder.file("folder")), folder.file("folder"))
  })

  it("a path below a file (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    Fs.writeFileSync(folder.file("file"), "")
    assert.include(await refusal(folder.file("file/test.db")), folder.file("file/test.db"))
  })

  it("memory, which would be gone at the end (docs/decisions, SQLite)", async () => {
    using folder = temporaryFolder()
    const before = process.cwd()
    process.chdir(folder.path)
    try {
      assert.match(await refusal(":memory:"), /:memory:.*journal_mode/)
    } finally {
      process.chdir(before)
    }
  })

  it("its own database after a few bytes of it were changed (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    const file = folder.file("damaged.db")
    await (await startServer({ databaseFile: file })).stop()
    const bytes = Fs.readFileSync(file)
    // Every page but the first one loses its head.
    for (let page = 4_096; page < bytes.length; page += 4_096) bytes.fill(0xff, page, page + 16)
    Fs.writeFileSync(file, bytes)
    assert.include(await refusal(file), file)
    assert.isTrue(Fs.readFileSync(file).equals(bytes))
  })

  it("its own database with a damaged page that no start reads, and leaves its log as it was (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    const file = folder.file("damaged.db")
    await (await startServer({ databaseFile: file })).stop()
    {
      using operator = openDatabase(file)
      const { rootpage } = operator.db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'users'").get() ?? {}
      operator.db.exec("UPDATE write_probes SET count = count + 1")
      // A copy of both is what a crash would leave: the last connection to close would write the log back.
      Fs.copyFileSync(`${file}-wal`, folder.file("copy.db-wal"))
      const bytes = Fs.readFileSync(file)
      bytes.fill(0xff, (Number(rootpage) - 1) * 4_096, (Number(rootpage) - 1) * 4_096 + 16)
      Fs.writeFileSync(folder.file("copy.db"), bytes)
    }
    const copy = folder.file("copy.db")
    const [before, log] = [Fs.readFileSync(copy), Fs.readFileSync(`${copy}-wal`)]
    assert.isAbove(log.length, 0)
    assert.match(await refusal(copy), /copy\.db is damaged: .*Restore a backup/)
    const write = Effect.flatMap(SqlClient, (sql) => sql`UPDATE write_probes SET count = count + 1`)
    assert.isTrue(Exit.isFailure(await Effect.runPromiseExit(Effect.provide(write, serverLayer(copy)))))
    assert.isTrue(Fs.readFileSync(copy).equals(before))
    assert.isTrue(Fs.readFileSync(`${copy}-wal`).equals(log))
  })

  it("the database of a newer program (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    const file = folder.file("newer.db")
    await (await startServer({ databaseFile: file })).stop()
    withTable(file, newerSchema(99))
    assert.include(await refusal(file), "99")
  })

  it("nothing less: a newer program that has only added to the database leaves it to this one too (docs/decisions, 34)", async () => {
    using folder = temporaryFolder()
    const file = folder.file("added.db")
    await (await startServer({ databaseFile: file })).stop()
    withTable(
      file,
      "INSERT INTO migrations (migration_id, name) VALUES (99, 'later'); ALTER TABLE users ADD phone TEXT"
    )
    await using server = await startServer({ databaseFile: file })
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
  })

  it("a database that another server is running on, until that one stops (docs/decisions, Files)", async () => {
    using folder = temporaryFolder()
    const file = folder.file("shared.db")
    const first = await startServer({ databaseFile: file })
    assert.include(await refusal(file), file)
    assert.strictEqual((await first.call("GET", "/health/ready")).status, 200)
    await first.stop()
    await using second = await startServer({ databaseFile: file })
    assert.strictEqual((await second.call("GET", "/health/ready")).status, 200)
  })
})

describe("the program starts on", () => {
  it.for<[what: string, path: string, make: (file: string) => void]>([
    ["a path in folders that are not there yet", "a/b/new.db", () => {}],
    ["an empty file", "empty.db", (file) => Fs.writeFileSync(file, "")],
    ["a name with spaces, percent and question marks", "a b%20?c#.db", () => {}]
  ])("%s (docs/decisions, Files)", async ([, path, make]) => {
    using folder = temporaryFolder()
    make(folder.file(path))
    await using server = await startServer({ databaseFile: folder.file(path) })
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
    assert.isAbove(Fs.statSync(folder.file(path)).size, 0)
  })
})
