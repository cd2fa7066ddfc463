/**
 * Writes that come together share a commit of SQLite, and none of them shares the failure of another (docs/decisions, 42).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { SqlClient } from "effect/sql/SqlClient"
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

/** Longer than the writes of a group run before the event loop has a turn, and as long as a group takes writes. */
const longMs = 3
const joinMs = 20

/** Occupies the process, as a statement of SQLite does. */
const occupy = (ms: number): void => {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

const writesCount = 40
const emailOf = (person: number): string => `together.${person}@example.com`

describe("writes that come together", () => {
  it("share commits, and one that fails is taken back alone (docs/decisions, 42)", async () => {
    await using server = await startServer()
    const token = await server.partner()
    // The connections are open before anything is counted.
    const open = Array.from({ length: writesCount }, () => server.call("GET", "/v1/users", { token }))
    await Promise.all(open)
    // The first write of all fails, with nothing before it, and so does every second one: its email is that of the one before it.
    const writeUser = (email: string) =>
      server.call("POST", "/v1/users", { token, json: { first_name: "T", last_name: "G", email } })
    assert.strictEqual((await writeUser(emailOf(0))).status, 201)
    const before = commitsIn(server.databaseFile)
    const answers = await Promise.all(
      Array.from({ length: writesCount }, (_, index) => writeUser(emailOf(Math.floor(index / 2))))
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    const created = writesCount / 2 - 1
    assert.deepStrictEqual(
      statuses,
      Array.from({ length: writesCount }, (_, index) => (index < created ? 201 : 409))
    )
    using database = openDatabase(server.databaseFile)
    const count = (statement: string) => Number(database.db.prepare(statement).get()?.["n"])
    assert.strictEqual(count("SELECT count(*) AS n FROM users WHERE email LIKE 'together.%'"), writesCount / 2)
    const journalled = `SELECT count(*) AS n FROM journal WHERE json LIKE '%"action":"user.created"%'`
    assert.strictEqual(count(journalled), writesCount / 2)
    const commits = commitsIn(server.databaseFile) - before
    assert.isAtLeast(commits, 1)
    assert.isBelow(commits, writesCount / 2)
  })

  it("share commits where they are tokens (docs/decisions, 42)", async () => {
    await using server = await startServer()
    // The connections are open, and the secret has been used within this hour, so that its use is not written again.
    await Promise.all(Array.from({ length: writesCount }, () => server.primary()))
    const before = commitsIn(server.databaseFile)
    const tokens = await Promise.all(Array.from({ length: writesCount }, () => server.primary()))
    const commits = commitsIn(server.databaseFile) - before
    assert.strictEqual(new Set(tokens).size, writesCount)
    assert.isAtLeast(commits, 1)
    assert.isBelow(commits, writesCount / 2)
  })

  it("keep what they have written, but for those that fail after it, the first and the last among them (docs/decisions, 42)", async () => {
    await using server = await startServer()
    const fails = (number: number) => number % 3 === 0
    const write = (number: number) =>
      Effect.gen(function* () {
        const [transaction, sql] = [yield* Transaction, yield* SqlClient]
        const id = `org_together_${number}`
        const insert = sql`INSERT INTO organizations (id, name, created_at) VALUES (${id}, 'T', '2026-01-01T00:00:00.000Z')`
        return yield* transaction(Effect.andThen(insert, fails(number) ? Effect.fail("refused") : Effect.succeed(id)))
      })
    const numbers = Array.from({ length: writesCount }, (_, number) => number)
    const exits = await server.run(
      Effect.forEach(numbers, (number) => Effect.exit(write(number)), { concurrency: "unbounded" })
    )
    assert.deepStrictEqual(exits.map(Exit.isFailure), numbers.map(fails))
    using database = openDatabase(server.databaseFile)
    const kept = database.db.prepare("SELECT id FROM organizations WHERE id LIKE 'org_together_%'").all()
    const expected = exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value] : []))
    assert.deepStrictEqual(kept.map(({ id }) => String(id)).toSorted(), expected.toSorted())
  })

  it("leave the event loop a turn after each that is long (docs/decisions, 42)", async () => {
    await using server = await startServer()
    const seen: Array<"write" | "turn"> = []
    let isOver = false
    const watch = (): void => {
      seen.push("turn")
      if (!isOver) setImmediate(watch)
    }
    const write = Effect.flatMap(Transaction, (transaction) =>
      transaction(
        Effect.sync(() => {
          occupy(longMs)
          seen.push("write")
        })
      )
    )
    setImmediate(watch)
    await Promise.all(Array.from({ length: 10 }, () => server.run(write)))
    isOver = true
    assert.strictEqual(seen.filter((one) => one === "write").length, 10)
    const together = seen.filter((one, index) => one === "write" && seen[index + 1] === "write").length
    assert.strictEqual(together, 0)
  })

  it("do not wait for one that comes 20 ms after the first (docs/decisions, 42)", async () => {
    await using server = await startServer()
    const inOne = <A>(effect: Effect.Effect<A>) =>
      server.run(Effect.flatMap(Transaction, (transaction) => transaction(effect)))
    const [begun, release, answered] = [
      Deferred.makeUnsafe<void>(),
      Deferred.makeUnsafe<void>(),
      Deferred.makeUnsafe<void>()
    ]
    const first = inOne(
      Effect.andThen(
        Effect.sync(() => occupy(joinMs)),
        Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(release))
      )
    )
    await server.run(Deferred.await(begun))
    // In one group with it, the first write would be answered after the second one, which waits for that.
    const ended: Array<string> = []
    const second = inOne(Deferred.await(answered)).then(() => ended.push("second"))
    await server.run(Deferred.succeed(release, undefined))
    await first.then(() => ended.push("first"))
    await server.run(Deferred.succeed(answered, undefined))
    await second
    assert.deepStrictEqual(ended, ["first", "second"])
  })
})
