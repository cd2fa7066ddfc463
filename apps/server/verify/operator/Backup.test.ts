/**
 * Backups are taken while the server works, and put back while it does not (README). Nothing that was acknowledged before a backup
 * began is missing from it, and restoring the wrong file loses nothing.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { mainFile } from "../../test/Built.ts"
import { notRun, otherUser } from "../../test/faults/Machine.ts"
import { textOf } from "../../test/HttpCall.ts"
import { addFile } from "../../test/PlantedFile.ts"
import { newerSchema } from "../../test/OlderSchema.ts"
import { openDatabase, sandboxUser, startServer, type TestServer, temporaryFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"
import { errorOf, statusOf } from "../../test/operator/Use.ts"

const addUser = (server: TestServer, token: string, name: string) =>
  server.call("POST", "/v1/users", {
    token,
    json: { first_name: name, last_name: "Doe", email: `${name}@example.com` }
  })

const usersIn = (file: string): ReadonlyArray<unknown> => {
  using database = openDatabase(file)
  return database.db
    .prepare("SELECT first_name FROM users WHERE id <> ? ORDER BY first_name")
    .all(sandboxUser)
    .map((row) => row["first_name"])
}

/** A database with one user, its backup, and one more user after that; no server is running. */
const backedUp = async () => {
  const folder = temporaryFolder()
  const file = folder.file("data.db")
  const backup = folder.file("backup.db")
  const server = await startServer({ databaseFile: file })
  const token = await server.partner()
  await addUser(server, token, "before")
  await processesOn(file).json("backup", backup)
  await addUser(server, token, "later")
  await server.stop()
  return { file, backup, token, folder, commands: processesOn(file), [Symbol.dispose]: folder.remove }
}

/** Makes a database so large that copying it takes several steps: 40 MB. */
const enlarge = (file: string) => {
  using database = openDatabase(file)
  database.db.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 40000)
    INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
    SELECT 'org_initech', 'agy_' || n, hex(randomblob(500)), '[]', 1, '[]' FROM numbers`)
}

describe("partner-api backup", () => {
  it("ends under load, is whole, and has everything acknowledged before it began (README)", async () => {
    await using server = await startServer()
    enlarge(server.databaseFile)
    using folder = temporaryFolder()
    const copy = folder.file("copy.db")
    const token = await server.partner()
    await addUser(server, token, "before")
    const state = { isOver: false, written: 0 }
    const running = processesOn(server.databaseFile)
      .run("backup", copy, "--json")
      .finally(() => (state.isOver = true))
    while (!state.isOver) {
      const { status } = await addUser(server, token, `during${state.written++}`)
      assert.strictEqual(status, 201)
    }
    const { code, stdout, stderr } = await running
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^\{"file":".*copy\.db","bytes":\d+,"files":0,"files_missing":0\}$/)
    assert.match(stderr, /pages .*100%/)
    assert.isAbove(state.written, 1)
    const users = usersIn(copy)
    assert.include(users, "before")
    assert.isAtMost(users.length, state.written + 1)
    assert.deepStrictEqual(Fs.readdirSync(folder.path), ["copy.db"], "nothing is left beside it")
    assert.strictEqual(Fs.statSync(copy).mode & 0o777, 0o600)
  })

  it("never writes over a file, and leaves nothing behind when it cannot write (README)", async () => {
    using folder = temporaryFolder()
    const { run, json } = processesOn(folder.file("data.db"))
    await json("organizations", "create", "--name", "Acme")
    Fs.writeFileSync(folder.file("mine.txt"), "mine")
    const taken = await run("backup", folder.file("mine.txt"))
    assert.deepStrictEqual([taken.code, taken.stdout], [1, ""])
    assert.match(taken.stderr, /mine\.txt exists already\. Name a new file; nothing was changed\.$/)
    assert.strictEqual(Fs.readFileSync(folder.file("mine.txt"), "utf8"), "mine")
    const nowhere = await run("backup", folder.file("no/such/folder.db"))
    assert.strictEqual(nowhere.code, 1)
    assert.match(nowhere.stderr, /cannot be written: .*Check that the folder exists/)
    const none = await processesOn(folder.file("none.db")).run("backup", folder.file("of-none.db"))
    assert.strictEqual(none.code, 1)
    assert.match(none.stderr, /There is no database .*none\.db\. Set DATABASE_URL/)
    assert.notInclude(Fs.readdirSync(folder.path), "none.db")
  })
})

describe("partner-api restore", () => {
  it("brings the backup back, ends its tokens, and keeps what was there (README)", async () => {
    using made = await backedUp()
    const result = await made.commands.json("restore", made.backup, "--yes")
    assert.deepInclude(result, { database: made.file, tokens_ended: 1 })
    assert.deepStrictEqual(usersIn(made.file), ["before"])
    const kept = Fs.readdirSync(made.folder.path).filter((name) => name.startsWith("data.db.before-restore-"))
    assert.lengthOf(kept, 1)
    assert.deepStrictEqual(usersIn(made.folder.file(kept[0] ?? "")), ["before", "later"])
    await using server = await startServer({ databaseFile: made.file })
    assert.strictEqual(await errorOf(server, "/v1/jobs", made.token), "unauthorized")
    assert.strictEqual(await statusOf(server, "/v1/jobs", await server.partner()), 200)
  })

  it("brings back the files of applications, and puts aside those that only the database before names (recruiting 5)", async () => {
    using folder = temporaryFolder()
    const file = folder.file("data.db")
    const backup = folder.file("backup.db")
    const commands = processesOn(file)
    const server = await startServer({ databaseFile: file })
    const token = await server.partner()
    const submitted = await server.call("POST", "/v1/applications", {
      token,
      json: {
        agency_id: "agy_hirewell",
        job_id: "job_00000001",
        candidate: { first_name: "Ada", last_name: "King", email: "ada@example.com" }
      }
    })
    const id = textOf(submitted, "id")
    const add = () => addFile(server.call, token, id)
    await server.call("POST", `/v1/applications/${id}/transitions`, { token, json: { action: "confirm" } })
    const write = (body: string) => server.call("POST", `/v1/applications/${id}/messages`, { token, json: { body } })
    const messagesIn = (place: string) => {
      using database = openDatabase(place)
      return database.db
        .prepare("SELECT json FROM messages ORDER BY number")
        .all()
        .map(({ json }) => JSON.parse(String(json)).body)
    }
    assert.strictEqual((await write("Before.")).status, 201)
    const before = await add()
    const made = await commands.run("backup", backup, "--json")
    assert.deepInclude(JSON.parse(made.stdout), { files: 1, files_missing: 0 })
    assert.match(made.stderr, /files .*100%.* 1 of 1/)
    const later = await add()
    await write("Later.")
    await server.stop()
    const filesIn = (place: string) => Fs.readdirSync(`${place}.files/org_acme`).toSorted()
    assert.deepStrictEqual(filesIn(backup), [before])
    Fs.rmSync(`${file}.files/org_acme/${before}`)
    const { files, files_missing, kept } = Object(await commands.json("restore", backup, "--yes"))
    assert.deepStrictEqual([files, files_missing, filesIn(file), filesIn(kept)], [1, 0, [before], [later]])
    assert.strictEqual(Fs.statSync(`${file}.files`).mode & 0o777, 0o700)
    assert.deepStrictEqual([messagesIn(backup), messagesIn(file)], [["Before."], ["Before."]])

    const moved = folder.file("moved.db")
    const copied = await commands.json("copy", "--from", `sqlite:${file}`, "--to", `sqlite:${moved}`)
    assert.deepInclude(copied, { files: 1, files_missing: 0 })
    assert.deepStrictEqual([filesIn(moved), messagesIn(moved)], [[before], ["Before."]])
    const again = await commands.run("backup", backup)
    assert.match(again.stderr, /backup\.db\.files exists already\. Name a new file; nothing was changed\.$/)
    assert.deepStrictEqual(filesIn(backup), [before])
  })

  it("lists the revocations that it takes back (README)", async () => {
    using made = await backedUp()
    await made.commands.json("clients", "create", "--name", "Leaver", "--id", "cli_leaver")
    await made.commands.json("clients", "revoke", "cli_leaver", "--yes")
    const { revocations } = Object(await made.commands.json("restore", made.backup, "--yes"))
    assert.deepStrictEqual(
      revocations.map(({ action, resource_id }: Readonly<Record<string, string>>) => `${action} ${resource_id}`),
      ["client.revoked cli_leaver"]
    )
    assert.deepStrictEqual(Object(await made.commands.json("restore", made.backup, "--yes")).revocations, [])
  })

  it("says that revocations are not known where no database was there (docs/operators/data.md, Back up and restore)", async () => {
    using made = await backedUp()
    await made.commands.json("clients", "create", "--name", "Leaver", "--id", "cli_leaver")
    await made.commands.json("clients", "revoke", "cli_leaver", "--yes")
    using empty = temporaryFolder()
    const there = processesOn(empty.file("data.db"))
    assert.strictEqual(Object(await there.json("restore", made.backup, "--yes")).revocations, null)
    using again = temporaryFolder()
    const { stdout } = await processesOn(again.file("data.db")).run("restore", made.backup, "--yes")
    assert.include(stdout, "is not known")
    assert.notInclude(stdout, "No revocation")
  })

  it("ends the links and sessions of operators, and prints who was revoked (docs/operators/data.md, Back up and restore)", async () => {
    using folder = temporaryFolder()
    const [file, backup] = [folder.file("data.db"), folder.file("backup.db")]
    const { json } = processesOn(file, { OPERATOR_PORT: "8090" })
    const { operator } = Object(await json("console", "login", "--operator", "Ada"))
    {
      using database = openDatabase(file)
      const never = Number.MAX_SAFE_INTEGER
      database.db.prepare("INSERT INTO operator_sessions VALUES ('digest', ?, 0, 0, ?)").run(operator.id, never)
    }
    await json("backup", backup)
    await json("console", "revoke", "--operator", "Ada", "--yes")
    const { revocations } = Object(await json("restore", backup, "--yes"))
    assert.deepInclude(revocations[0], { action: "operator.revoked", resource_id: operator.id })
    using database = openDatabase(file)
    const left = database.db.prepare("SELECT digest FROM operator_links UNION ALL SELECT digest FROM operator_sessions")
    assert.deepStrictEqual(left.all(), [])
  })

  it.skipIf(otherUser.missing !== undefined)(
    `reads a backup that it may not write (docs/operators/data.md, Back up and restore)${notRun(otherUser)}`,
    async () => {
      using made = await backedUp()
      const place = made.folder.file("place")
      Fs.mkdirSync(place)
      Fs.chmodSync(made.folder.path, 0o755)
      Fs.chmodSync(made.backup, 0o444)
      const { uid } = otherUser
      if (uid !== undefined) Fs.chownSync(place, uid, uid)
      const { status, stderr } = ChildProcess.spawnSync(process.execPath, [mainFile, "restore", made.backup, "--yes"], {
        env: { DATABASE_URL: `sqlite:${place}/data.db` },
        encoding: "utf8",
        ...(uid === undefined ? {} : { uid, gid: uid })
      })
      assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
      assert.deepStrictEqual(usersIn(`${place}/data.db`), ["before"])
      assert.strictEqual(Fs.statSync(made.backup).mode & 0o777, 0o444)
    }
  )

  it("makes a database where there was none (README)", async () => {
    using made = await backedUp()
    const fresh = made.folder.file("elsewhere/fresh.db")
    assert.deepInclude(await processesOn(fresh).json("restore", made.backup, "--yes"), { kept: null })
    assert.deepStrictEqual(usersIn(fresh), ["before"])
  })

  it("refuses while a server runs, and changes nothing (README)", async () => {
    using made = await backedUp()
    await using server = await startServer({ databaseFile: made.file })
    const { code, stderr } = await made.commands.run("restore", made.backup, "--yes")
    assert.strictEqual(code, 1)
    assert.match(stderr, /Another server is running on the database .*data\.db\. Stop it first/)
    assert.deepStrictEqual(usersIn(made.file), ["before", "later"])
    assert.strictEqual((await addUser(server, await server.partner(), "after")).status, 201)
  })

  it("refuses while another program has the database open (README)", async () => {
    using made = await backedUp()
    using shell = openDatabase(made.file)
    shell.db.prepare("SELECT count(*) FROM users").get()
    const { code, stderr } = await made.commands.run("restore", made.backup, "--yes")
    assert.strictEqual(code, 1)
    assert.match(stderr, /Another program is using the database/)
    assert.deepStrictEqual(usersIn(made.file), ["before", "later"])
  })

  const bad: ReadonlyArray<[what: string, spoil: (file: string) => void, expected: RegExp]> = [
    [
      "is another program's",
      (file) => Fs.writeFileSync(file, "PK not a database, but long enough to look at"),
      /cannot be used|another program's/
    ],
    [
      "is damaged",
      (file) => {
        const bytes = Fs.readFileSync(file)
        bytes.fill(0xff, 4_096, 40_960)
        Fs.writeFileSync(file, bytes)
      },
      /is damaged|malformed/
    ],
    [
      "has a newer schema",
      (file) => {
        using database = openDatabase(file)
        database.db.exec(newerSchema(999))
      },
      /has schema 999, this program knows \d+: a newer program has changed it/
    ],
    [
      "is a database in use",
      (file) => Fs.writeFileSync(`${file}-wal`, "frames"),
      /has a write-ahead log beside it: it is a database in use, not a backup/
    ]
  ]
  it.for(bad)("refuses a file that %s, and changes nothing (README)", async ([, spoil, expected]) => {
    using made = await backedUp()
    spoil(made.backup)
    const { code, stdout, stderr } = await made.commands.run("restore", made.backup, "--yes")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, expected)
    assert.deepStrictEqual(usersIn(made.file), ["before", "later"])
    assert.deepStrictEqual(
      Fs.readdirSync(made.folder.path).filter((name) => /restor/.test(name)),
      []
    )
  })
})

describe("a command on a database of an older schema", () => {
  /** Takes the last migration back, as far as the program can see. */
  const makeOlder = (file: string) => {
    using database = openDatabase(file)
    database.db.exec("DELETE FROM migrations WHERE migration_id > 1; ALTER TABLE clients DROP COLUMN revoked_at")
  }

  it("waits for the server to be started anew, and changes nothing under it (docs/decisions, 14)", async () => {
    await using server = await startServer()
    makeOlder(server.databaseFile)
    const { code, stdout, stderr } = await processesOn(server.databaseFile).run("clients", "list")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /has the older schema 1, and a server is running on it\. Start that server again/)
    using database = openDatabase(server.databaseFile)
    assert.deepStrictEqual(
      { ...database.db.prepare("SELECT max(migration_id) AS version FROM migrations").get() },
      { version: 1 }
    )
    assert.strictEqual(textOf(await server.call("GET", "/health/live"), "status"), "ok")
  })
})
