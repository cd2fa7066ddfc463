/**
 * Acknowledged is kept: `kill -9` while eight writers are at work loses nothing that was answered (issue 3, durability; design, R1).
 * Twenty trials are run by `pnpm verify`.
 */
import { assert, describe, it } from "@effect/vitest"
import { openDatabase, sharedFolder, startServer } from "../TestServer.ts"
import { faultsOf, findAll } from "./Acknowledged.ts"
import { runCrashTrials } from "./CrashTrials.ts"

const folder = sharedFolder()
const slow = { timeout: 120_000 }

describe("kill -9 while eight writers are at work", () => {
  it("loses no user, no fee and no token that was acknowledged, in 5 trials (R1)", slow, async () => {
    const databaseFile = folder.file("crash.db")
    const report = await runCrashTrials({ databaseFile, trials: 5 })
    assert.deepStrictEqual(report.faults, [], `killed after ${report.killedAfter.join()}`)
    assert.isAbove(report.acknowledgedUsers, 0)

    // The same oracle, given what is not so (negative control).
    const { written, found } = report
    const users = new Set([...written.users, "never_inserted"])
    assert.deepStrictEqual(faultsOf({ ...written, users }, found), ["lost: never_inserted"])
    const [first = ""] = found.users
    assert.deepStrictEqual(faultsOf(written, { ...found, users: [...found.users, first] }), [`twice: ${first}`])
    assert.deepStrictEqual(faultsOf(written, { ...found, users: [...found.users, "guest"] }), ["never sent: guest"])
    const older = new Map([...found.fees].map(([agency]) => [agency, 0] as const))
    assert.lengthOf(faultsOf(written, { ...found, fees: older }), 2)
  })

    // And a row that somebody takes away is found missing by the service itself (negative control).
    {
      using operator = openDatabase(databaseFile)
      operator.db.prepare("DELETE FROM users WHERE id = ?").run(first)
    }
    await using server = await startServer({ databaseFile })
    const harmed = await findAll(server.call, await server.partner())
    assert.deepStrictEqual(faultsOf({ ...written, users: new Set(found.users) }, harmed), [`lost: ${first}`])
  })
})
