import { getEventListeners } from "node:events"
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { makeRequests, requestsMax } from "../../src/testing/http/Requests.ts"
import { bodyOf, meet, textOf } from "./Foreign.ts"

describe("what a test server records", () => {
  it("records what arrived, in order, and how it ended", async () => {
    const { send, scoped, server } = meet()
    const token = await scoped()
    await send("/v1/jobs?limit=2", { token, headers: { "x-request-id": "mine" } })
    await send("/v1/agencies/agy_1/fees", { token, json: {}, headers: { "idempotency-key": "one" } })
    await send("/v1/nowhere")
    const atMs = server.clock.nowMs()
    assert.deepStrictEqual(server.requests.slice(2), [
      {
        operation: "jobs.list",
        method: "GET",
        path: "/v1/jobs",
        query: { limit: "2" },
        organizationId: "org_1",
        status: 200,
        requestId: "mine",
        authorized: true,
        atMs
      },
      {
        operation: "agencies.setFees",
        method: "POST",
        path: "/v1/agencies/agy_1/fees",
        query: {},
        organizationId: "org_1",
        idempotencyKey: "one",
        status: 200,
        requestId: "req_4",
        authorized: true,
        atMs
      },
      {
        operation: "unknown",
        method: "GET",
        path: "/v1/nowhere",
        query: {},
        status: 404,
        requestId: "req_5",
        authorized: false,
        atMs
      }
    ])
    assert.deepStrictEqual(
      server.requests.slice(0, 2).map(({ operation, organizationId }) => [operation, organizationId]),
      [
        ["oauth.token", undefined],
        ["organizations.token", "org_1"]
      ]
    )
  })

  it("counts all of them and remembers the latest", () => {
    const requests = makeRequests()
    const extra = 3 * requestsMax + 5
    for (let index = 0; index < extra; index++) {
      const operation = index % 2 === 0 ? "jobs.list" : "jobs.get"
      requests.add({ operation, method: "GET", path: "", query: {}, requestId: `${index}`, authorized: true, atMs: 0 })
    }
    assert.deepStrictEqual([requests.count("jobs.list"), requests.count(undefined)], [Math.ceil(extra / 2), extra])
    assert.lengthOf(requests.latest(), requestsMax)
    assert.strictEqual(requests.latest().at(-1)?.requestId, `${extra - 1}`)
  })

  it("leaves no listener on the signal of a caller", async () => {
    const { send, server } = meet()
    const { signal } = new AbortController()
    server.failNext("jobs.list", { truncated: true })
    server.failNext("jobs.list", { delayMs: 5 })
    server.failNext("jobs.list", { body: () => new Blob(["streamed"]).stream() })
    for (let index = 0; index < 20; index++) await (await send("/v1/jobs", { signal })).text().catch(() => "")
    assert.lengthOf(getEventListeners(signal, "abort"), 0)
  })

  it("shows no secret and no token, however it is printed", async () => {
    const { send, scoped, primary, server } = meet()
    const [first, token] = [await primary(), await scoped()]
    await send(`/v1/jobs?access_token=${token}`)
    await send("/v1/jobs", { headers: { "x-auth-token": token } })
    const refused = await send("/v1/auth/token", { json: { client_id: server.clientId, client_secret: "wrong" } })
    const shown = [
      inspect(server, { depth: null, showHidden: true }),
      JSON.stringify(server),
      JSON.stringify(server.requests),
      textOf((await bodyOf(refused))["message"]),
      Object.values({ ...server })
        .map(String)
        .join()
    ].join("\n")
    assert.include(shown, server.clientId)
    for (const secret of [server.clientSecret, first, token]) assert.notInclude(shown, secret)
  })

  it("gives a client all it needs, in one piece", () => {
    const { server } = meet()
    const { baseUrl, clientId, clientSecret, fetch, clock } = server.client()
    const given: typeof globalThis.fetch = fetch
    assert.deepStrictEqual(
      [baseUrl, clientId, clientSecret, given, clock],
      [server.baseUrl, server.clientId, server.clientSecret, server.fetch, server.clock]
    )
  })

  it("lives at the address it is given, a path included", async () => {
    const { send, scoped, server } = meet({ baseUrl: "https://api.example.com/partner/" })
    assert.strictEqual(server.baseUrl, "https://api.example.com/partner")
    const page = await bodyOf(await send("/v1/jobs?limit=1", { token: await scoped() }))
    assert.match(textOf(page["next"]), /^https:\/\/api\.example\.com\/partner\/v1\/jobs\?cursor=/)
    assert.strictEqual(server.requests.at(-1)?.path, "/v1/jobs")
  })
})
