/**
 * A log that was torn by a power cut opens at the state after some commit, never between two (design, R4). Fifty tears after a crash in
 * mid-load are in verify/FaultsTornLog.test.ts.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { openDatabase, sharedFolder, startServer } from "../../test/TestServer.ts"
import { feeOf, feesPath, numbered, readState, tearMany, tornFaults } from "../../test/faults/TornLog.ts"

const folder = sharedFolder()
const usersCount = 60

describe("a torn log", () => {
  it("opens whole, as a prefix of the commits, at 10 places (R4)", async () => {
    const source = folder.file("source.db")
    {
      await using server = await startServer({ databaseFile: folder.file("live.db") })
      const token = await server.partner()
      for (let number = 1; number <= usersCount; number++) {
        assert.strictEqual((await server.call("POST", "/v1/users", { token, json: numbered(number) })).status, 201)
        assert.strictEqual((await server.call("POST", feesPath, { token, json: feeOf(number) })).status, 200)
      }
      // Nothing is being written: the two files are those of one moment.
      Fs.copyFileSync(server.databaseFile, source)
      Fs.copyFileSync(`${server.databaseFile}-wal`, `${source}-wal`)
    }
    const { states, faults } = tearMany(source, (index) => folder.file(`torn-${index}.db`), 10)
    assert.deepStrictEqual(faults, [])
    assert.isTrue(
      states.some(({ users }) => users.length < usersCount),
      "tears do cut something off"
    )

    // The service itself starts on one of them and goes on writing.
    const [{ users } = { users: [] }] = states
    await using after = await startServer({ databaseFile: folder.file("torn-0.db") })
    const next = numbered(users.length + 1)
    const answer = await after.call("POST", "/v1/users", { token: await after.partner(), json: next })
    assert.strictEqual(answer.status, 201, answer.text)

    // Untorn, all is there; and a row taken out of the middle would be seen (negative control).
    const whole = readState(source)
    assert.deepStrictEqual([tornFaults(whole), whole.users.length, whole.fee], [[], usersCount, usersCount])
    {
      using operator = openDatabase(source)
      operator.db.exec(`DELETE FROM users WHERE id = '${numbered(30).id}'`)
    }
    assert.match(tornFaults(readState(source)).join(), /no prefix/)
    assert.match(tornFaults({ ...whole, fee: 7 }).join(), /but the fee 7/)
  })
})
