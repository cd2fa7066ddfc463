/**
 * The log of a server that was killed in mid-load, torn at fifty places: each opens whole, as a prefix of the commits (design, R4).
 */
import { assert, it } from "@effect/vitest"
import { acmeToken, startServerProcess } from "../test/faults/ServerProcess.ts"
import { feeOf, feesPath, logBytesOf, numbered, tearMany, tornFaults } from "../test/faults/TornLog.ts"
import { sharedFolder, startServer } from "../test/TestServer.ts"

const tears = 50
const folder = sharedFolder()

/** As much of a log as several users and their fees take: one that was begun anew a moment ago has nothing to tear. */
const logBytesMin = 400_000

/**
 * Writes as many users, and more until the log has something to tear: one after the other, so that the order of commits is known. Is killed before the
 * answer to the last.
 */
const writeAndKill = async (databaseFile: string, users: number): Promise<number> => {
  await using server = await startServerProcess({ command: "sandbox", databaseFile })
  const token = await acmeToken(server.call)
  let acknowledged = 0
  for (let number = 1; number <= users || logBytesOf(databaseFile) < logBytesMin; number++) {
    assert.strictEqual((await server.call("POST", "/v1/users", { token, json: numbered(number) })).status, 201)
    acknowledged = number
    assert.strictEqual((await server.call("POST", feesPath, { token, json: feeOf(number) })).status, 200)
  }
  const last = server.call("POST", "/v1/users", { token, json: numbered(acknowledged + 1) }).catch(() => undefined)
  await server.kill("SIGKILL")
  await last
  server.close()
  return acknowledged
}

// The log is begun anew after some thousand pages: each load ends at another place of it.
it.for([40, 250, 1_500])(`${tears} tears in the log of %i users and fees open as a prefix (R4)`, async (users) => {
  const source = folder.file(`load-${users}.db`)
  const acknowledged = await writeAndKill(source, users)
  const { states, faults } = tearMany(source, (index) => folder.file(`torn-${users}-${index}.db`), tears)
  const lengths = states.map(({ users: { length } }) => length)
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]
  console.log(JSON.stringify({ check: "torn log", users, tears, shortest, longest, faults: faults.length }))
  assert.deepStrictEqual(faults, [])
  assert.isBelow(shortest, acknowledged, "tears do cut something off")
  await using after = await startServer({ databaseFile: folder.file(`torn-${users}-0.db`) })
  assert.strictEqual((await after.call("GET", "/health/ready")).status, 200)
  // The oracle finds a gap (negative control).
  assert.isNotEmpty(tornFaults({ integrity: "ok", users: [1, 3], fee: 2 }))
})
