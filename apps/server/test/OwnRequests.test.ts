/**
 * The requests of a client in the request log (recruiting 11): `GET /v1/client/requests` shows a client its own requests, as redacted as operators see
 * them, and nothing of another client.
 */
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { type Answer, membersOf } from "./HttpCall.ts"
import { startServer, temporaryFolder } from "./TestServer.ts"

/** As long as a request waits until it is written. */
const flushMs = 500

const path = "/v1/client/requests"

const readItems = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))
const itemsOf = (answer: Answer) => readItems(membersOf(answer)["content"])

/** A server that keeps a request log, and two clients with a token each. */
const started = async (keepsRequestLog = true) => {
  const folder = temporaryFolder()
  const server = await startServer({ databaseFile: folder.file("own.db"), keepsRequestLog })
  const primary = await server.primary()
  const acme = await server.scoped(primary)
  const other = await server.partner()
  const list = (token: string, query = "") => server.call("GET", `${path}${query}`, { token })
  return {
    server,
    acme,
    other,
    primary,
    list,
    /** A request of the first client that is refused, under a request id. */
    refuse: (requestId: string, token = acme) =>
      server.call("POST", "/v1/users", {
        token,
        headers: { "x-request-id": requestId },
        json: { first_name: "Ada", email: "secret.person.example.com" }
      }),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      folder.remove()
    }
  }
}

describe("the requests of a client", () => {
  it("has the one that an error names, without any value, its number or its client (recruiting 11)", async () => {
    await using made = await started()
    assert.strictEqual((await made.refuse("ticket_17")).status, 422)
    await made.server.advance(flushMs)
    const answer = await made.list(made.primary, "?request_id=ticket_17")
    assert.strictEqual(answer.status, 200)
    assert.notInclude(answer.text, "secret.person")
    const [found, ...others] = itemsOf(answer)
    assert.deepStrictEqual(others, [])
    assert.include(found, {
      request_id: "ticket_17",
      method: "POST",
      route: "/v1/users",
      status: 422,
      error: "unprocessable_entity",
      organization_id: "org_acme"
    })
    assert.doesNotHaveAnyKeys(found, ["id", "client_id"])
    assert.include(JSON.stringify(found?.["problems"]), JSON.stringify({ in: "body", path: "/email", code: "format" }))
  })

  it("names the header that was wrong, by the contract's name for it (recruiting 11)", async () => {
    await using made = await started()
    const headers = { "x-request-id": "ticket_18", "on-behalf-of": "usr_nobody" }
    const json = { first_name: "Ada", last_name: "King", email: "ada.king@example.com" }
    assert.strictEqual((await made.server.call("POST", "/v1/users", { token: made.acme, headers, json })).status, 422)
    await made.server.advance(flushMs)
    const answer = await made.list(made.primary, "?request_id=ticket_18")
    assert.include(answer.text, '"path":"/on-behalf-of"')
    assert.notInclude(answer.text, "usr_nobody")
  })

  it("has none of another client, by no filter and by no cursor (recruiting 11)", async () => {
    await using made = await started()
    await made.refuse("ticket_1")
    await made.refuse("ticket_2")
    await made.refuse("theirs", made.other)
    await made.server.advance(flushMs)
    const theirs = await made.list(made.other, "?request_id=ticket_1")
    assert.deepStrictEqual([theirs.status, itemsOf(theirs)], [200, []])
    const all = itemsOf(await made.list(made.other, "?status=4xx"))
    assert.deepStrictEqual(
      all.map(({ request_id }) => request_id),
      ["theirs"]
    )
    const first = await made.list(made.primary, "?status=4xx&limit=1")
    const cursor = new URL(String(membersOf(first)["next"])).searchParams.get("cursor") ?? ""
    assert.strictEqual(errorOf(await made.list(made.other, `?cursor=${cursor}`)), "400 invalid_cursor")
    const second = itemsOf(await made.list(made.primary, `?cursor=${cursor}`))
    assert.deepStrictEqual(
      second.map(({ request_id }) => request_id),
      ["ticket_1"]
    )
  })

  it("takes status, request_id and since, and no filter of operators (recruiting 11)", async () => {
    await using made = await started()
    await made.refuse("before")
    await made.server.advance(60_000)
    await made.refuse("after")
    await made.server.advance(flushMs)
    const since = new Date(made.server.startMs + 30_000).toISOString()
    const ids = itemsOf(await made.list(made.primary, `?status=422&since=${since}`)).map(({ request_id }) => request_id)
    assert.deepStrictEqual(ids, ["after"])
    for (const query of ["?client_id=sandbox-partner", "?organization_id=org_globex", "?route=unknown", "?status=9"]) {
      assert.strictEqual(errorOf(await made.list(made.primary, query)), "422 unprocessable_entity", query)
    }
  })

  it("needs a primary token, and is 404 where the service keeps no log (recruiting 11)", async () => {
    await using made = await started(false)
    assert.strictEqual(errorOf(await made.list(made.acme)), "403 forbidden")
    assert.strictEqual(errorOf(await made.list(made.primary)), "404 not_found")
  })
})
