/**
 * A person who is put everywhere the API takes one, and then erased by a request (recruiting 9): nothing of the person is left in tables, in the bytes of the
 * database's files, in files, in the log, in what the API answers, and in a backup that is made afterwards.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ErasureWork } from "@partner-api/service/services/ErasureWork"
import { DatabaseTarget, readTarget } from "../../src/platform/DatabaseTarget.ts"
import { textOf } from "../../test/HttpCall.ts"
import { processesOn } from "../../test/operator/OnFile.ts"
import { databases } from "../../test/Postgres.ts"
import { openDatabase, sharedFolder, startServer, type TestServer } from "../../test/TestServer.ts"
import { workOf } from "../../test/Workers.ts"
import { sweep } from "../files/SentFiles.ts"
import { candidate, plant, traces } from "./PlantedPerson.ts"

const folder = sharedFolder()

const work = (server: TestServer) =>
  server.run(
    workOf(
      ErasureWork.layer,
      ErasureWork.use(({ work: once }) => once)
    )
  )

/** Every file under a folder. */
const filesUnder = (path: string): ReadonlyArray<string> =>
  Fs.readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => Path.join(entry.parentPath, entry.name))

/** The files under a folder whose bytes or names have something of the person. */
const tracesIn = (path: string): ReadonlyArray<string> =>
  filesUnder(path).filter((file) => traces.test(file) || traces.test(Fs.readFileSync(file, "latin1")))

/** The tables of a server that have something of the person. */
const tablesWithTraces = async ({ database, query }: TestServer): Promise<ReadonlyArray<string>> => {
  const names = await query(
    database._tag === "Sqlite"
      ? "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name"
  )
  const found: Array<string> = []
  for (const { name } of names)
    if (traces.test(JSON.stringify(await query(`SELECT * FROM "${String(name)}"`)))) found.push(String(name))
  return found
}

/** The texts of the mails that wait, sealed. */
const sealedMails = async ({ query }: TestServer) =>
  (await query("SELECT sealed FROM mails")).flatMap(({ sealed }) => (sealed === null ? [] : [String(sealed)]))

/** Erases the person by a request, and looks for what is left in tables, answers and the log. */
const erase = async (server: TestServer) => {
  await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
  const [employer, agency] = [await server.scoped(await server.primary()), await server.partner()]
  const applications = await plant(server, employer, agency)
  assert.includeMembers(
    [...(await tablesWithTraces(server))],
    ["applications", "attachments", "events", "idempotency_keys", "messages"],
    "the person is there before"
  )
  assert.isNotEmpty(tracesIn(server.filesFolder))
  const sealed = await sealedMails(server)
  assert.lengthOf(sealed, 1, "the link for the person waits to be sent")
  const accepted = await server.call("POST", "/v1/erasure_requests", {
    token: employer,
    json: { email: candidate.email }
  })
  await work(server)
  await sweep(server, { kind: "folder", folder: server.filesFolder })
  await work(server)
  const request = await server.call("GET", `/v1/erasure_requests/${textOf(accepted, "id")}`, { token: employer })
  assert.strictEqual(textOf(request, "status"), "DONE")
  assert.deepStrictEqual(await tablesWithTraces(server), [])
  assert.deepStrictEqual(tracesIn(server.filesFolder), [])
  assert.deepStrictEqual(await sealedMails(server), [])
  for (const token of [employer, agency]) {
    for (const path of ["applications", "events", ...applications.map((id) => `applications/${id}`)])
      assert.notMatch((await server.call("GET", `/v1/${path}`, { token })).text, traces, path)
    assert.notMatch((await server.call("GET", "/v1/audit_log", { token: employer })).text, traces)
  }
  assert.notMatch(JSON.stringify([server.log.entries, server.log.faults]), traces)
  // The request log is written some moments later.
  await server.advance(logFlushMs)
  return sealed
}

/** As long as a request waits until it is in the request log, at most. */
const logFlushMs = 5_000

/** A service that sends mails, to a relay that nobody answers at, and keeps a request log: each could hold the person. */
const options = {
  mail: { host: "127.0.0.1", port: 1, isTls: false, login: undefined, from: "no-reply@acme.example" },
  worksBetweenRequests: false,
  keepsRequestLog: true
} as const

describe("a person who is erased by a request", () => {
  it("is in no byte of the files of SQLite, and in no backup that is made afterwards (recruiting 9)", async () => {
    const databaseFile = folder.file("person.db")
    const server = await startServer({
      ...options,
      databaseFile,
      database: DatabaseTarget.Sqlite({ file: databaseFile })
    })
    const sealed = await erase(server)
    await processesOn(databaseFile).json("backup", folder.file("person.backup.db"))
    // The server checkpoints the write-ahead log when it stops.
    await server.stop()
    assert.isNotEmpty(filesUnder(Path.dirname(databaseFile)).filter((file) => file.includes("backup")))
    assert.deepStrictEqual(tracesIn(Path.dirname(databaseFile)), [])
    // Nor is a sealed text left, which the key would open.
    for (const file of filesUnder(Path.dirname(databaseFile)))
      for (const text of sealed) assert.notInclude(Fs.readFileSync(file, "latin1"), text, file)
    using requestLog = openDatabase(`${databaseFile}.requests`)
    const { refused } = {
      ...requestLog.db.prepare("SELECT count(*) AS refused FROM logged_requests WHERE status = 422").get()
    }
    assert.strictEqual(refused, 2, "the requests with the person are in the request log")
  })

  it("is in no table of PostgreSQL (recruiting 9)", async () => {
    await using server = await startServer({ ...options, database: readTarget(await databases().create()) })
    await erase(server)
    assert.deepStrictEqual(await tablesWithTraces(server), [])
    assert.lengthOf(await server.query("SELECT status FROM logged_requests WHERE status = 422"), 2)
  })
})
