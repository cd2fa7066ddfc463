/**
 * Applications of a database from before they had the moment of their confirmation (recruiting 6, docs/decisions/0118).
 */
import { assert, describe, it } from "@effect/vitest"
import { membersOf, textOf } from "./HttpCall.ts"
import { takeBack } from "./OlderSchema.ts"
import { openDatabase, sharedFolder, startServer } from "./TestServer.ts"

describe("applications of a database without confirmations (recruiting 6)", () => {
  const folder = sharedFolder()

  it("have the moment of the journal, without another byte, and every client of the employer sees and moves them", async () => {
    const databaseFile = folder.file("older.db")
    const first = await startServer({ databaseFile, startMs: Date.UTC(2026, 0, 1) })
    const token = await first.scoped(await first.primary())
    const submit = async (name: string) => {
      const candidate = { first_name: name, last_name: `"state_entered_at":"x"`, email: `${name}@example.com` }
      const json = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }
      return `/v1/applications/${textOf(await first.call("POST", "/v1/applications", { token, json }), "id")}`
    }
    const paths = [await submit("ada"), await submit("grace"), await submit("edsger")] as const
    const [confirmed, waiting, declined] = paths
    const act = (path: string, action: string) => first.call("POST", `${path}/transitions`, { token, json: { action } })
    await first.advance(1_000)
    const confirmedAt = textOf(await act(confirmed, "confirm"), "confirmed_at")
    await first.advance(5_000)
    await act(confirmed, "keep")
    await act(declined, "decline")
    const before = await first.call("GET", confirmed, { token })
    await first.stop()
    {
      using database = openDatabase(databaseFile)
      database.db.exec(`UPDATE applications SET json = replace(json, ',"confirmed_at":"${confirmedAt}"', '')`)
    }
    await takeBack(databaseFile, 36)
    await using second = await startServer({ databaseFile, startMs: Date.UTC(2026, 0, 2) })
    const partner = await second.partner()
    const read = (path: string) => second.call("GET", path, { token: partner })
    const after = await read(confirmed)
    assert.strictEqual(after.text, before.text)
    assert.strictEqual(after.headers["etag"], before.headers["etag"])
    for (const path of [waiting, declined]) assert.notProperty(membersOf(await read(path)), "confirmed_at")
    const json = { action: "confirm" }
    const moved = await second.call("POST", `${waiting}/transitions`, { token: partner, json })
    assert.strictEqual(membersOf(moved)["state"], "AWAITING_SORT", moved.text)
  })
})
