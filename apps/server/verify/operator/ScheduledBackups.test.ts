/**
 * Backups that the server makes on its own: they come, they are whole, the oldest go, and one that fails is reported
 * (docs/operators/data.md, Back up and restore).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { startServerProcess } from "../../test/faults/ServerProcess.ts"
import { runProcess } from "../../test/Program.ts"
import { openDatabase, sharedFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const folder = sharedFolder()
const minuteMs = 60_000

/** What lies in a folder, of whichever name. */
const filesIn = (path: string): ReadonlyArray<string> => (Fs.existsSync(path) ? Fs.readdirSync(path).toSorted() : [])

describe("a server with BACKUP_EVERY", () => {
  it("backs up when a backup is due, keeps the number that is set, and touches nothing else (docs/operators/data.md, Back up and restore)", async () => {
    const file = folder.file("served.db")
    const backups = folder.file("kept")
    await processesOn(file).json("organizations", "create", "--name", "Acme", "--id", "org_acme")
    Fs.mkdirSync(backups)
    const older = ["partner-api-20260101T000000Z.db", "partner-api-20260102T000000Z.db", "notes.txt"] as const
    for (const name of older) Fs.writeFileSync(Path.join(backups, name), "")
    // Files of applications go with their backup.
    Fs.mkdirSync(Path.join(backups, `${older[0]}.files`, "org_acme"), { recursive: true })
    const settings = { BACKUP_EVERY: "6h", BACKUP_KEEP: "2", BACKUP_FOLDER: backups }
    const server = await startServerProcess({ command: "serve", databaseFile: file, settings })
    const made = await server.errorMatch(/the database was backed up to ([^"\s]+)/)
    await server.kill("SIGTERM")
    assert.deepStrictEqual(filesIn(backups), ["notes.txt", older[1], Path.basename(made)])
    assert.strictEqual(Fs.statSync(made).mode & 0o777, 0o600)
    using copy = openDatabase(made)
    assert.lengthOf(copy.db.prepare("SELECT id FROM organizations WHERE id = 'org_acme'").all(), 1)
    // A restart is no reason for another one: none is due for six hours.
    const again = await startServerProcess({ command: "serve", databaseFile: file, settings })
    const { stderr } = await again.kill("SIGTERM")
    assert.lengthOf(filesIn(backups), 3)
    assert.notInclude(stderr, "was backed up")
    // An hour too old, by the modification time of its report file.
    const late = new Date(Date.now() - 361 * minuteMs)
    Fs.utimesSync(`${file}.last-backup`, late, late)
    const due = await startServerProcess({ command: "serve", databaseFile: file, settings })
    await due.errorMatch(/the database was backed up to /)
    await due.kill("SIGTERM")
    assert.lengthOf(filesIn(backups), 3)
    assert.notInclude(filesIn(backups), older[1])
  })

  it("says why a backup failed, and goes on to serve (docs/operators/data.md, Back up and restore)", async () => {
    const file = folder.file("unlucky.db")
    const inTheWay = folder.file("file-in-the-way")
    Fs.writeFileSync(inTheWay, "")
    const settings = { BACKUP_EVERY: "6h", BACKUP_FOLDER: inTheWay }
    const server = await startServerProcess({ command: "serve", databaseFile: file, settings })
    await server.errorMatch(/a backup has failed: The folder \S+ cannot be made/)
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
    await server.kill("SIGTERM")
  })

  it("refuses to start on PostgreSQL, and names its tools (docs/operators/data.md, Back up and restore)", async () => {
    const { code, stderr } = await runProcess(["serve"], {
      DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none",
      PUBLIC_URL: "https://partners.example",
      BACKUP_EVERY: "6h"
    })
    assert.strictEqual(code, 1)
    assert.match(stderr, /is PostgreSQL's: BACKUP_EVERY copies the file of the embedded database\. Use pg_dump/)
    assert.notInclude(stderr, "secret")
  })
})
