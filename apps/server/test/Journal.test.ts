/**
 * The journal of an organization is numbered without gaps in the order of commits, and an entry is the last thing that a write does
 * (decisions, Journal).
 */
import { assert, describe, it } from "@effect/vitest"
import { encodeCursor } from "@partner-api/domain/Cursor"
import { makeCursorSigner } from "@partner-api/service/crypto/Secrets"
import { takeBack } from "./OlderSchema.ts"
import { membersOf } from "./HttpCall.ts"
import { openDatabase, sharedFolder, sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer()
const folder = sharedFolder()

interface Row {
  readonly organization_id: string
  readonly sequence: number
  readonly id: string
}

const rowsIn = (databaseFile: string): ReadonlyArray<Row> => {
  using database = openDatabase(databaseFile)
  return database.db
    .prepare("SELECT organization_id, sequence, id FROM journal ORDER BY organization_id, sequence")
    .all()
    .map((row) => ({
      organization_id: String(row["organization_id"]),
      sequence: Number(row["sequence"]),
      id: String(row["id"])
    }))
}

/** The numbers of each journal. */
const numbersIn = (databaseFile: string) =>
  [...Map.groupBy(rowsIn(databaseFile), ({ organization_id }) => organization_id)].map(
    ([organization, rows]) => [organization, rows.map(({ sequence }) => sequence)] as const
  )

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const newUser = (number: number) => ({ first_name: "J", last_name: "N", email: `journal-${number}@example.com` })

describe("the journal", () => {
  it("counts 1, 2, 3 in each organization, whatever writes fail between (decisions, Journal)", async () => {
    const before = rowsIn(server.databaseFile).length
    const users = Array.from({ length: 100 }, (_, number) => ({
      // Every other one is there already, or contradicts itself.
      token: number % 2 === 0 ? server.tokens.acme : server.tokens.globex,
      json: number % 4 < 2 ? newUser(number) : { ...newUser(number - 2), created_at: "2999-01-01T00:00:00Z" }
    }))
    const statuses = await Promise.all(
      users.map(async (request) => (await server.call("POST", "/v1/users", request)).status)
    )
    assert.deepStrictEqual([...new Set(statuses)].toSorted(), [201, 422])
    const numbers = numbersIn(server.databaseFile)
    for (const [organization, found] of numbers) assert.deepStrictEqual(found, oneTo(found.length), organization)
    assert.strictEqual(
      numbers.reduce((sum, [, found]) => sum + found.length, 0),
      before + statuses.filter((status) => status === 201).length
    )
  })

  it("has an entry when all else of the write is done, the stored answer included (decisions, Journal)", async () => {
    using database = openDatabase(server.databaseFile)
    database.db.exec(`CREATE TRIGGER entry_first BEFORE INSERT ON journal
      WHEN NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE key = 'journal-last' AND status = 201)
      BEGIN SELECT RAISE(ABORT, 'the answer is not stored yet'); END`)
    const request = { token: server.tokens.acme, json: newUser(1_000), headers: { "idempotency-key": "journal-last" } }
    const { status } = await server.call("POST", "/v1/users", request)
    database.db.exec("DROP TRIGGER entry_first")
    assert.strictEqual(status, 201)
  })
})

/** A cursor of the audit log as it was made before the journal was numbered: after the id of an entry. */
const olderCursor = (databaseFile: string, after: string): string => {
  using database = openDatabase(databaseFile)
  const secret = String(database.db.prepare("SELECT secret FROM cursor_keys").get()?.["secret"])
  return encodeCursor(
    { list: "auditLog.list", organizationId: "org_acme", after, limit: 2, filters: {}, issuedAtMs: server.startMs },
    makeCursorSigner([secret])
  )
}

describe("a database from before the journal", () => {
  it("has cursors that are good until they expire (decisions, Journal)", async () => {
    const ids = rowsIn(server.databaseFile).flatMap(({ id, organization_id }) =>
      organization_id === "org_acme" ? [id] : []
    )
    const cursor = olderCursor(server.databaseFile, ids[0] ?? "")
    const { content } = membersOf(
      await server.call("GET", `/v1/audit_log?cursor=${cursor}`, { token: server.tokens.acme })
    )
    assert.deepStrictEqual(Array.isArray(content) ? content.map(({ id }) => id) : content, ids.slice(1, 3))
  })

  it("keeps its audit log, numbered in the old order (decisions, Journal)", async () => {
    const databaseFile = folder.file("older.db")
    const first = await startServer({ databaseFile })
    const token = await first.partner()
    for (const number of oneTo(5)) await first.call("POST", "/v1/users", { token, json: newUser(number) })
    await first.stop()
    const before = rowsIn(databaseFile)
    await takeBack(databaseFile, 7)
    await using second = await startServer({ databaseFile })
    // Migrations append entries of their own.
    const ids = new Set(before.map(({ id }) => id))
    const migrated = rowsIn(databaseFile)
    assert.deepStrictEqual(
      migrated.filter(({ id }) => ids.has(id)),
      before
    )
    await second.call("POST", "/v1/users", { token: await second.partner(), json: newUser(6) })
    for (const [organization, found] of numbersIn(databaseFile)) {
      assert.deepStrictEqual(found, oneTo(found.length), organization)
    }
    assert.lengthOf(rowsIn(databaseFile), migrated.length + 1)
  })
})
