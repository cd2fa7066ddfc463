/**
 * `kill -9` in the middle of an erasure: after the restart the person is there, and the erasure can be repeated, or everything is erased (docs/decisions, 149).
 */
import { assert, it } from "@effect/vitest"
import { membersOf, textOf } from "../test/HttpCall.ts"
import { acmeToken, startServerProcess } from "../test/faults/ServerProcess.ts"
import { openDatabase, sharedFolder } from "../test/TestServer.ts"
import { messagesPerRemoval } from "@partner-api/service/store/MessageStore"
import { killedBefore } from "./KilledBefore.ts"

const folder = sharedFolder()

const batches = 4

/** Where the process ends: in the first and in a later batch, and before the last statement of the erasure itself. */
const ends = [
  ["DELETE FROM messages", 1, batches * messagesPerRemoval],
  ["DELETE FROM messages", 3, (batches - 2) * messagesPerRemoval],
  ["INSERT INTO journal", 1, 0]
] as const

it.for(ends)("a kill before %s, time %i, leaves an erasure that can be repeated", async ([statement, nth, left]) => {
  const databaseFile = folder.file(`erasure-${nth}-${left}.db`)
  const start = { command: "sandbox", databaseFile } as const
  let id = ""
  let token = ""
  {
    await using server = await startServerProcess(start)
    token = await acmeToken(server.call)
    const candidate = { first_name: "Canary", last_name: "Canary", email: "canary@example.com" }
    const json = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }
    id = textOf(await server.call("POST", "/v1/applications", { token, json }), "id")
    await server.call("POST", `/v1/applications/${id}/transitions`, { token, json: { action: "withdraw" } })
    server.close()
    await server.kill("SIGTERM")
  }
  const path = `/v1/applications/${id}`
  const erase = { token, headers: { "idempotency-key": "crash" } }
  {
    using database = openDatabase(databaseFile)
    database.db.exec(
      `INSERT INTO messages (organization_id, application_id, number, json)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${batches * messagesPerRemoval})
        SELECT 'org_acme', '${id}', number, '{"id":"msg_' || number || '"}' FROM numbers`
    )
  }
  const messages = () => {
    using database = openDatabase(databaseFile)
    return Number(
      database.db.prepare("SELECT count(*) AS count FROM messages WHERE application_id = ?").get(id)?.["count"]
    )
  }
  {
    await using server = await startServerProcess({ ...start, nodeArgs: killedBefore(statement, nth) })
    await server.call("DELETE", `${path}/candidate`, erase).then(
      ({ status }) => assert.fail(`was answered ${status}`),
      () => undefined
    )
    assert.strictEqual((await server.ended).signal, "SIGKILL")
    server.close()
  }
  assert.strictEqual(messages(), left)
  await using server = await startServerProcess(start)
  assert.property(membersOf(await server.call("GET", path, { token })), "candidate")
  const again = await server.call("DELETE", `${path}/candidate`, erase)
  assert.strictEqual(again.status, 204, again.text)
  assert.notProperty(again.headers, "idempotency-replayed")
  assert.notProperty(membersOf(await server.call("GET", path, { token })), "candidate")
  assert.strictEqual(messages(), 0)
  server.close()
})
