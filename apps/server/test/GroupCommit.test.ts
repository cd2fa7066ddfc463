/**
 * Writes that come together share a commit of SQLite, and none of them shares the failure of another (docs/decisions, 42).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { openDatabase, startServer } from "./TestServer.ts"

/** Places in a write-ahead log: its header, the header of each frame, and what they say (sqlite.org/fileformat2.html, section 4). */
const log = { headerBytes: 32, pageBytesAt: 8, saltAt: 16, saltBytes: 8 }
const frame = { headerBytes: 24, sizeAfterCommitAt: 4, saltAt: 8 }

/** The commits that the write-ahead log of a database holds: the frames that end one tell how large the file is after it. */
const commitsIn = (databaseFile: string): number => {
  const bytes = Fs.readFileSync(`${databaseFile}-wal`)
  const frameBytes = frame.headerBytes + bytes.readUInt32BE(log.pageBytesAt)
  const saltAt = (place: number) => bytes.subarray(place, place + log.saltBytes).toString("hex")
  let commits = 0
  for (let place = log.headerBytes; place + frameBytes <= bytes.length; place += frameBytes) {
    const isCurrent = saltAt(place + frame.saltAt) === saltAt(log.saltAt)
    if (isCurrent && bytes.readUInt32BE(place + frame.sizeAfterCommitAt) > 0) commits += 1
  }
  return commits
}

const writesCount = 40

describe("writes that come together", () => {
  it("share commits, and one that fails is taken back alone (docs/decisions, 42)", async () => {
    await using server = await startServer()
    const token = await server.partner()
    // The connections are open before anything is counted.
    const open = Array.from({ length: writesCount }, () => server.call("GET", "/v1/users", { token }))
    await Promise.all(open)
    const before = commitsIn(server.databaseFile)
    const answers = await Promise.all(
      Array.from({ length: writesCount }, (_, index) => {
        // Every second one has the email of the one before it.
        const email = `together.${Math.floor(index / 2)}@example.com`
        return server.call("POST", "/v1/users", { token, json: { first_name: "T", last_name: "G", email } })
      })
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    const half = Array.from({ length: writesCount / 2 })
    assert.deepStrictEqual(statuses, [...half.map(() => 201), ...half.map(() => 409)])
    using database = openDatabase(server.databaseFile)
    const count = (statement: string) => Number(database.db.prepare(statement).get()?.["n"])
    assert.strictEqual(count("SELECT count(*) AS n FROM users WHERE email LIKE 'together.%'"), writesCount / 2)
    const told = `SELECT count(*) AS n FROM journal WHERE json LIKE '%"action":"user.created"%'`
    assert.strictEqual(count(told), writesCount / 2)
    const commits = commitsIn(server.databaseFile) - before
    assert.isAtLeast(commits, 1)
    assert.isBelow(commits, writesCount / 2)
  })
})
