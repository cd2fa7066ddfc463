/**
 * Events are kept for a time (decisions, Journal): the server removes the older ones, and says so to those who would miss them.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { feedPageOf, typesOf } from "./EventAnswer.ts"
import { openDatabase, startServer } from "./TestServer.ts"

describe("events that are old (decisions, Journal)", () => {
  it("are removed, and a cursor from before them is refused by its own code", async () => {
    await using old = await startServer()
    const as = await old.scoped(await old.primary())
    const get = (query: string) => old.call("GET", `/v1/events${query}`, { token: as })
    const first = feedPageOf(await get("?limit=1"))
    using operator = openDatabase(old.databaseFile)
    operator.db.exec("UPDATE events SET occurred_at_ms = 0")
    await old.advance(60_000)
    assert.deepStrictEqual(typesOf(await get("")), [])
    const refused = await get(`?cursor=${first.cursor}`)
    assert.strictEqual(errorOf(refused), "410 cursor_expired")
    assert.include(refused.text, "start=latest")
    assert.deepStrictEqual(typesOf(await get(`?cursor=${feedPageOf(await get("?start=latest")).cursor}`)), [])
    assert.strictEqual(errorOf(await old.call("GET", `/v1/events/${first.content[0]?.id}`, { token: as })), named(404))
  })
})
