/**
 * Webhooks where several nodes share a database: one that only answers requests, and one that delivers (decisions, Delivery).
 */
import { assert, describe, it } from "@effect/vitest"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { textOf } from "../HttpCall.ts"
import { migratedDatabase } from "../Postgres.ts"
import { startServer } from "../TestServer.ts"
import { startSink } from "./Sink.ts"

const hostPolicy = { hosts: [], loopback: true }
const path = "/v1/webhook_endpoints"

describe("a node that only answers requests (WORKERS=off)", () => {
  it("sends nothing; a node with workers sends what it has written", async () => {
    const database = readTarget(await migratedDatabase())
    using sink = await startSink()
    await using answering = await startServer({ database, hostPolicy, worksBetweenRequests: false })
    const { call } = answering
    const token = await answering.scoped(await answering.primary())
    const id = textOf(await call("POST", path, { token, json: { url: sink.url, types: ["user.*"] } }), "id")
    await answering.advance(600_000)
    assert.isEmpty(sink.requests)
    assert.strictEqual(textOf(await call("GET", `${path}/${id}`, { token }), "status"), "pending")
    await using delivering = await startServer({ database, hostPolicy, startMs: answering.startMs + 600_000 })
    await sink.count(1)
    await call("POST", "/v1/users", {
      token,
      json: { first_name: "Ada", last_name: "King", email: "ada.node@example.com" }
    })
    // No signal reaches it of what another node writes: it looks.
    await delivering.advance(60_000)
    assert.deepStrictEqual(
      (await sink.count(2)).map(({ type }) => type),
      ["ping", "user.created"]
    )
  })
})
