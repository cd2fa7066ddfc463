/**
 * Users of a database from before they had a status (docs/decisions, 34).
 */
import { assert, describe, it } from "@effect/vitest"
import { membersOf } from "./HttpCall.ts"
import { takeBack } from "./OlderSchema.ts"
import { sharedFolder, startServer } from "./TestServer.ts"

describe("a user of a database without statuses", () => {
  const folder = sharedFolder()

  it("is active, and can be disabled (docs/decisions, 34)", async () => {
    const databaseFile = folder.file("older.db")
    const first = await startServer({ databaseFile })
    const json = { id: "usr_old", first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
    await first.call("POST", "/v1/users", { token: await first.partner(), json })
    await first.stop()
    await takeBack(databaseFile, 10)
    await using second = await startServer({ databaseFile })
    const later = await second.partner()
    const found = await second.call("GET", "/v1/users/usr_old", { token: later })
    assert.deepInclude({ ...membersOf(found) }, { ...json, status: "ACTIVE" })
    const disabled = await second.call("PATCH", "/v1/users/usr_old", { token: later, json: { status: "DISABLED" } })
    assert.strictEqual(membersOf(disabled)["status"], "DISABLED")
  })
})
