/**
 * Events and deliveries are kept for a time (decisions, Journal and Delivery): the server removes the older ones, and says so to those who would
 * miss an event.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { feedPageOf, typesOf } from "./EventAnswer.ts"
import { openDatabase, startServer } from "./TestServer.ts"

/** How often the server looks for what is old. */
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe("deliveries that are old (decisions, Delivery)", () => {
  it("are removed after 30 days, and the others stay", async () => {
    await using server = await startServer()
    const never = Number.MAX_SAFE_INTEGER
    await server.query(
      "INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, json) VALUES ('whe_a', 'org_acme', 'sandbox-client', NULL, '{}')"
    )
    await server.query(
      `INSERT INTO webhook_positions VALUES ('whe_a', 'org_acme', 0, 0, NULL, 0, 0, ${never}, ${never}, 0, '', 0, NULL)`
    )
    const add = (id: number, ageMs: number) =>
      server.query(
        "INSERT INTO webhook_deliveries VALUES ('whe_a', ?, ?, 'job.created', 'succeeded', '[]', 0, NULL, ?)",
        `evt_000000000000${id}A`,
        id,
        server.startMs - ageMs
      )
    await add(1, 31 * dayMs)
    await add(2, 30 * dayMs - hourMs)
    await add(3, 29 * dayMs)
    const kept = async () =>
      (await server.query("SELECT sequence FROM webhook_deliveries ORDER BY 1")).map(Object.values)
    await server.advance(hourMs)
    assert.deepStrictEqual(await kept(), [[2], [3]])
    await server.advance(hourMs)
    assert.deepStrictEqual(await kept(), [[3]])
  })
})

describe("events that are old (decisions, Journal)", () => {
  it("are removed, and a cursor from before them is refused by its own code", async () => {
    await using old = await startServer()
    const as = await old.scoped(await old.primary())
    const get = (query: string) => old.call("GET", `/v1/events${query}`, { token: as })
    const first = feedPageOf(await get("?limit=1"))
    using operator = openDatabase(old.databaseFile)
    operator.db.exec("UPDATE events SET occurred_at_ms = 0")
    await old.advance(hourMs)
    assert.deepStrictEqual(typesOf(await get("")), [])
    const refused = await get(`?cursor=${first.cursor}`)
    assert.strictEqual(errorOf(refused), "410 cursor_expired")
    assert.include(refused.text, "start=latest")
    assert.deepStrictEqual(typesOf(await get(`?cursor=${feedPageOf(await get("?start=latest")).cursor}`)), [])
    assert.strictEqual(errorOf(await old.call("GET", `/v1/events/${first.content[0]?.id}`, { token: as })), named(404))
  })
})
