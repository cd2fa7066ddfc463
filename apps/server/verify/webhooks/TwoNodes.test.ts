/**
 * Two nodes that deliver from one PostgreSQL, 9,960 times; and a node does not write over what the other has done since (decisions, Delivery).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { membersOf } from "../../test/HttpCall.ts"
import { afterLeaseMs } from "../../test/webhooks/LaterClock.ts"
import { startSinkProcess } from "../../test/webhooks/SinkProcess.ts"
import {
  addEndpoint,
  addUser,
  deliverOnce,
  feedIds,
  latest,
  primaryToken,
  scopedToken,
  startNode
} from "./DeliveringNodes.ts"

const postgres = await startPostgres()
afterAll(postgres.stop)

describe("two nodes that deliver from one PostgreSQL", () => {
  deliverOnce(postgres, 166)

  it("do not write over one another: one that was stopped for longer than its lease changes nothing (decisions, Delivery)", async () => {
    const databaseUrl = await postgres.create()
    await using sink = await startSinkProcess()
    await using stopped = await startNode(databaseUrl)
    const token = await scopedToken(stopped, await primaryToken(stopped), "org_acme")
    const cursor = await latest(stopped, token)
    const id = await addEndpoint(stopped, token, sink.urlOf("only"))
    await sink.pinged(1)
    sink.hold(true)
    for (const name of ["one", "two", "three"]) await addUser(stopped, token, name)
    await sink.arrivals(1)
    stopped.send("SIGSTOP")
    // The lease of the other is over by its clock.
    await using other = await startNode(databaseUrl, afterLeaseMs)
    await sink.arrivals(2)
    sink.hold(false)
    // The answer to the stopped node says that the event was refused: what it would write shows.
    sink.releaseFirst(500)
    sink.release(204)
    await sink.distinct(3)
    // It stops at a request, and only when what was under way is written down.
    assert.strictEqual((await other.kill("SIGTERM")).code, 0)
    const rows = () =>
      postgres.run(
        databaseUrl,
        `SELECT sequence, status, attempts, failures FROM webhook_deliveries WHERE endpoint_id = '${id}' ORDER BY event_id`
      )
    const position = () => postgres.run(databaseUrl, `SELECT * FROM webhook_positions WHERE endpoint_id = '${id}'`)
    const before = [await rows(), await position()]
    stopped.send("SIGCONT")
    // It goes on, finds its lease lost, and ends: it has written nothing.
    assert.strictEqual((await stopped.kill("SIGTERM")).code, 0)
    assert.deepStrictEqual([await rows(), await position()], before)
    const { only } = await sink.report()
    await using later = await startNode(databaseUrl, 2 * afterLeaseMs)
    assert.deepStrictEqual(only?.first, await feedIds(later, token, cursor))
    assert.strictEqual(only?.repeats, 1)
    const standing = membersOf(await later.call("GET", `/v1/webhook_endpoints/${id}`, { token }))
    assert.strictEqual(standing["status"], "enabled")
    for (const node of [stopped, other, later]) node.close()
  })
})
