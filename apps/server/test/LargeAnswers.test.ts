/**
 * A large answer is repeated byte for byte, and its text is not stored a second time where the event of its write has it (decisions, Safe repetition).
 */
import { assert, describe, it } from "@effect/vitest"
import { DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import { type Answer, textOf } from "./HttpCall.ts"
import { migratedDatabase } from "./Postgres.ts"
import { startServer, temporaryFolder } from "./TestServer.ts"

const essence = ({ headers, status, text }: Answer) => ({
  status,
  text,
  location: headers["location"],
  etag: headers["etag"],
  type: headers["content-type"]
})

const engines: ReadonlyArray<readonly [name: string, make: (file: string) => Promise<DatabaseTarget>]> = [
  ["SQLite", (file) => Promise.resolve(DatabaseTarget.Sqlite({ file }))],
  ["PostgreSQL", async () => readTarget(await migratedDatabase())]
]

/** The longest descriptions, and whether an event leaves them out. */
const texts: ReadonlyArray<readonly [what: string, text: string, isOmitted: boolean]> = [
  ["letters", "engine ".repeat(2_857), false],
  ["Han letters", "\u8077".repeat(20_000), false],
  ["quotes and lines", '"\\\n'.repeat(6_000), false],
  ["letters of plane 2", "\u{20bb7}".repeat(20_000), true]
]

describe.each(engines)("a large answer under a key, on %s", (_, makeDatabase) => {
  it("is repeated byte for byte after its resource has changed, and is stored once (decisions, Safe repetition)", async () => {
    using folder = temporaryFolder()
    await using server = await startServer({ database: await makeDatabase(folder.file("large.db")) })
    const token = await server.partner()
    const send = (method: string, path: string, key: string, json: object) =>
      server.call(method, path, { token, json, headers: { "idempotency-key": key } })
    const stored = async (key: string) => {
      const [row] = await server.query("SELECT body, kept FROM idempotency_keys WHERE key = ?", key)
      return row
    }
    for (const [what, description, isOmitted] of texts) {
      const json = { title: "Engineer", description }
      const made = await send("POST", "/v1/jobs", `made ${what}`, json)
      assert.strictEqual(made.status, 201, what)
      const path = `/v1/jobs/${textOf(made, "id")}`
      const changed = await send("PATCH", path, `changed ${what}`, { title: "Chief engineer" })
      assert.strictEqual(changed.status, 200, what)
      assert.strictEqual((await server.call("PATCH", path, { token, json: { description: "Short." } })).status, 200)

      const again = await send("POST", "/v1/jobs", `made ${what}`, json)
      assert.strictEqual(again.headers["idempotency-replayed"], "true", what)
      assert.deepStrictEqual(essence(again), essence(made), what)
      const changedAgain = await send("PATCH", path, `changed ${what}`, { title: "Chief engineer" })
      assert.deepStrictEqual(essence(changedAgain), essence(changed), what)
      for (const [key, answer] of [
        [`made ${what}`, made],
        [`changed ${what}`, changed]
      ] as const) {
        const row = await stored(key)
        assert.strictEqual(row?.["body"], isOmitted ? answer.text : "", what)
        assert.strictEqual(row?.["kept"] === null, isOmitted, what)
      }
    }
    // What changes nothing has no event.
    const same = await send("PATCH", "/v1/jobs/job_00000001", "same", {})
    assert.strictEqual(same.status, 200)
    assert.strictEqual((await stored("same"))?.["body"], same.text)
  })
})
