/**
 * What a token that was narrowed can make of webhooks, over HTTP: an endpoint reads no more than the token that made it, during the life of the token
 * and after it (decisions, Webhooks). The laws of stores prove what is sent; the domain's laws, what is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { errorOf, named } from "../ErrorAnswer.ts"
import { textOf } from "../HttpCall.ts"
import { sharedServer } from "../TestServer.ts"
import { startSink } from "./Sink.ts"

const path = "/v1/webhook_endpoints"
const server = await sharedServer({ hostPolicy: { hosts: [], loopback: true } })
const { call, tokens } = server
const narrowTo = async (...permissions: ReadonlyArray<string>) =>
  server.scoped(tokens.primary, "org_acme", ["webhooks:manage", ...permissions])
const manager = await narrowTo()

const permissionsIn = Schema.decodeUnknownSync(Schema.Struct({ permissions: Schema.Array(Schema.String) }))
const entriesIn = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Array(Schema.Struct({ resource_id: Schema.String, after: Schema.optional(Schema.Json) }))
  })
)

const add = (token: string, json: object, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", path, { token, json, headers })

let people = 0
const addUser = () =>
  call("POST", "/v1/users", {
    token: tokens.acme,
    json: { first_name: "Ada", last_name: "King", email: `narrow.${people++}@example.com` }
  })

/** Adds an endpoint and disables it: an event that `webhooks:manage` shows. */
const makeEndpointEvent = async () => {
  const id = textOf(
    await add(tokens.acme, { url: "https://webhooks.invalid/", types: ["webhook_endpoint.failing"] }),
    "id"
  )
  await call("PATCH", `${path}/${id}`, { token: tokens.acme, json: { status: "disabled" } })
  await call("DELETE", `${path}/${id}`, { token: tokens.acme })
}

const eventsOf = (requests: ReadonlyArray<{ readonly type: string }>) =>
  requests.map(({ type }) => type).filter((type) => type !== "ping")

describe("a token that was narrowed to webhooks:manage", () => {
  it("gets events of webhook endpoints alone, recovered and after its revocation too (decisions, Webhooks)", async () => {
    using sink = await startSink()
    await addUser()
    const token = await narrowTo()
    const created = await add(token, { url: sink.url, types: ["*"] })
    assert.strictEqual(created.status, 201)
    assert.deepStrictEqual(permissionsIn(created.json).permissions, ["webhooks:manage"])
    const id = textOf(created, "id")
    await sink.count(1)
    await addUser()
    await makeEndpointEvent()
    assert.deepStrictEqual(eventsOf(await sink.count(2)), ["webhook_endpoint.disabled"])
    const recover = { token, json: { since: new Date(server.startMs - 1_000).toISOString(), only: "all" } }
    assert.strictEqual((await call("POST", `${path}/${id}/recover`, recover)).status, 202)
    assert.deepStrictEqual(eventsOf(await sink.count(3)), ["webhook_endpoint.disabled", "webhook_endpoint.disabled"])
    const form = { client_id: "sandbox-client", client_secret: "sandbox-secret", token }
    assert.strictEqual((await call("POST", "/oauth/revoke", { form })).status, 200)
    await server.advance(1_000)
    assert.strictEqual(errorOf(await call("GET", path, { token })), named(401))
    await addUser()
    await makeEndpointEvent()
    const types = eventsOf(await sink.count(4))
    assert.deepStrictEqual([...new Set(types)], ["webhook_endpoint.disabled"])
    await call("DELETE", `${path}/${id}`, { token: tokens.acme })
  })

  it.for([["user.created"], ["user.*"], ["webhook_endpoint.failing", "user.*"]])(
    "is refused the types %j, as in the feed, with the permission that it lacks (decisions, Webhooks)",
    async (types) => {
      const refused = await add(manager, { url: "https://webhooks.invalid/", types })
      assert.strictEqual(errorOf(refused), named(403))
      const feed = await call("GET", `/v1/events?types=${types.join()}`, { token: manager })
      assert.strictEqual(textOf(refused, "message"), textOf(feed, "message"))
      assert.include(textOf(refused, "message"), "users:read")
    }
  )

  it("is refused everything but an end of an endpoint that delivers more, and changes nothing (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const id = textOf(await add(tokens.acme, { url: sink.url, types: ["*"], description: "Ours" }), "id")
    await sink.count(1)
    await addUser()
    const eventId = (await sink.count(2))[1]?.id ?? ""
    const before = await call("GET", `${path}/${id}`, { token: manager })
    const since = "2026-01-01T00:00:00Z"
    for (const [method, rest, json] of [
      ["PATCH", "", { url: "https://webhooks.invalid/mine" }],
      ["PATCH", "", { url: "https://webhooks.invalid/mine", status: "disabled" }],
      ["PATCH", "", { types: ["*"] }],
      ["PATCH", "", { types: ["job.*"] }],
      ["PATCH", "", { status: "enabled" }],
      ["POST", "/rotate_secret", {}],
      ["POST", "/test", undefined],
      ["POST", "/recover", { since }],
      ["POST", "/recover", { since, only: "all" }],
      ["POST", `/deliveries/${eventId}/redeliver`, undefined]
    ] as const) {
      const request = { token: manager, ...(json === undefined ? {} : { json }) }
      const refused = await call(method, `${path}/${id}${rest}`, request)
      assert.strictEqual(errorOf(refused), named(403), `${method} ${rest} ${JSON.stringify(json)}`)
      assert.include(textOf(refused, "message"), "jobs:read")
    }
    assert.strictEqual((await call("GET", `${path}/${id}`, { token: manager })).text, before.text)
    const patch = (json: object) => call("PATCH", `${path}/${id}`, { token: manager, json })
    assert.strictEqual((await patch({ description: "Theirs" })).status, 200)
    assert.strictEqual(textOf(await patch({ status: "disabled" }), "status"), "disabled")
    assert.strictEqual(errorOf(await patch({ status: "enabled" })), named(403))
    const narrowed = await patch({ types: ["webhook_endpoint.*"] })
    assert.deepStrictEqual(permissionsIn(narrowed.json).permissions, ["webhooks:manage"])
    assert.strictEqual((await patch({ status: "enabled" })).status, 200)
    assert.strictEqual((await call("DELETE", `${path}/${id}`, { token: manager })).status, 204)
  })
})

describe("an endpoint of a narrow token", () => {
  it("gets more once a token that may read more chooses its types; the audit log has both (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const id = textOf(await add(manager, { url: sink.url }), "id")
    await sink.count(1)
    const patch = (token: string, json: object) => call("PATCH", `${path}/${id}`, { token, json })
    await addUser()
    assert.strictEqual(errorOf(await patch(manager, { types: ["user.*"] })), named(403))
    const widened = await patch(await narrowTo("users:read"), { types: ["*"] })
    assert.deepStrictEqual(permissionsIn(widened.json).permissions, ["users:read", "webhooks:manage"])
    await addUser()
    assert.deepStrictEqual(eventsOf(await sink.until((all) => eventsOf(all).length > 0)).slice(-1), ["user.created"])
    const log = await call("GET", "/v1/audit_log?limit=100", { token: tokens.acme })
    assert.deepStrictEqual(
      entriesIn(log.json).content.flatMap(({ after, resource_id }) => (resource_id === id && after ? [after] : [])),
      [{ permissions: ["webhooks:manage"] }, { permissions: ["users:read", "webhooks:manage"] }]
    )
    await call("DELETE", `${path}/${id}`, { token: tokens.acme })
  })
})
