/**
 * `kill -9` while a worker removes the stored answers of a removed recruiter: none is repeated after the restart, and the worker removes the rest, then the mark
 * (docs/decisions, 154).
 */
import { assert, it } from "@effect/vitest"
import { ForgottenAnswers } from "@partner-api/service/services/ForgottenAnswers"
import { answersPerForgetting } from "@partner-api/service/store/IdempotencyStore"
import { acmeToken, runMain, type ServerProcess, startServerProcess } from "../test/faults/ServerProcess.ts"
import { textOf } from "../test/HttpCall.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { openDatabase, sharedFolder, startServer } from "../test/TestServer.ts"
import { workOf } from "../test/Workers.ts"
import { firstMinuteAtOnce, killedBefore } from "./KilledBefore.ts"

const folder = sharedFolder()
const robin = { first_name: "Robin", last_name: "Canary", email: "robin@example.com" }

const batches = 3
const answers = batches * answersPerForgetting

/** Where the process ends: before a batch, and before the mark goes. */
const ends = [
  ["AS bytes_before", 1, answers],
  ["AS bytes_before", batches, answersPerForgetting],
  ["DELETE FROM forgotten_answers", 1, 0]
] as const

it.for(ends)("a kill before %s, time %i, repeats nothing that is forgotten", async ([statement, nth, left]) => {
  const databaseFile = folder.file(`forgotten-${nth}-${left}.db`)
  const start = { command: "sandbox", databaseFile } as const
  const change = (call: ServerProcess["call"], token: string, id: string, number: number) =>
    call("PATCH", `/v1/agencies/${id}`, {
      token,
      headers: { "idempotency-key": `change ${number}` },
      json: { name: `Agency ${number}` }
    })
  let id = ""
  let token = ""
  {
    await using server = await startServerProcess(start)
    token = await acmeToken(server.call)
    const agency = { name: "Agency", recruiters: [robin] }
    id = textOf(await server.call("POST", "/v1/agencies", { token, json: agency }), "id")
    for (let number = 0; number < answers; number++) {
      assert.include((await change(server.call, token, id, number)).text, "Canary")
    }
    const removed = await server.call("PATCH", `/v1/agencies/${id}`, { token, json: { recruiters: [] } })
    assert.strictEqual(removed.status, 200, removed.text)
    server.close()
    await server.kill("SIGTERM")
  }
  const count = (table: string) => {
    using database = openDatabase(databaseFile)
    return Number(
      database.db.prepare(`SELECT count(*) AS count FROM ${table} WHERE resource_id = ?`).get(id)?.["count"]
    )
  }
  assert.deepStrictEqual([count("idempotency_keys"), count("forgotten_answers")], [answers, 1])
  {
    const nodeArgs = [...killedBefore(statement, nth), ...firstMinuteAtOnce]
    assert.strictEqual((await runMain({ ...start, nodeArgs })).signal, "SIGKILL")
  }
  assert.deepStrictEqual([count("idempotency_keys"), count("forgotten_answers")], [left, 1])
  const server = await startServer({ database: readTarget(`sqlite:${databaseFile}`) })
  // The last key runs again, whether its answer is still there or not.
  const again = await change(server.call, token, id, answers - 1)
  assert.strictEqual(again.status, 200, again.text)
  assert.notProperty(again.headers, "idempotency-replayed")
  assert.notInclude(again.text, "Canary")
  await server.run(
    workOf(
      ForgottenAnswers.layer,
      ForgottenAnswers.use(({ remove }) => remove)
    )
  )
  await server.stop()
  assert.deepStrictEqual([count("idempotency_keys"), count("forgotten_answers")], [1, 0])
})
