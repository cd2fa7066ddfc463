/**
 * Webhooks over HTTP, from the write to a receiver on a real socket (decisions, Webhooks). How deliveries are tried again, the laws of stores
 * prove; which addresses are refused, the tests beside this file.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { feedPageOf } from "../EventAnswer.ts"
import { textOf } from "../HttpCall.ts"
import { sharedServer } from "../TestServer.ts"
import { walk } from "../Walk.ts"
import { startSink } from "./Sink.ts"

const path = "/v1/webhook_endpoints"
const server = await sharedServer({ hostPolicy: { hosts: [], loopback: true } })
const { call, tokens } = server
const token = tokens.acme
const other = await server.scoped(await server.primary("sandbox-partner", "sandbox-partner-secret"), "org_acme")

const auditRows = Schema.decodeUnknownSync(
  Schema.Struct({ content: Schema.Array(Schema.Struct({ action: Schema.String, resource_id: Schema.String })) })
)

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/

let people = 0
const addUser = async () =>
  textOf(
    await call("POST", "/v1/users", {
      token,
      json: { first_name: "Ada", last_name: "King", email: `hook.${people++}@example.com` }
    }),
    "id"
  )

const add = (json: object, headers: Readonly<Record<string, string>> = {}, as = token) =>
  call("POST", path, { token: as, json, headers })

const get = (id: string, rest = "", as = token) => call("GET", `${path}/${id}${rest}`, { token: as })

/** What a receiver works out with the secret. */
const signatureOf = (secret: string, headers: Readonly<Record<string, unknown>>, body: string): string =>
  `v1,${Crypto.createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`)
    .digest("base64")}`

describe("a webhook endpoint", () => {
  it("gets a ping and then what happens, signed, the same bytes as in the feed (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const created = await add({ url: sink.url, types: ["user.*"] })
    assert.strictEqual(created.status, 201)
    const [id, secret] = [textOf(created, "id"), textOf(created, "secret")]
    assert.match(secret, secretPattern)
    assert.strictEqual(created.headers.location, `${server.publicUrl}${path}/${id}`)
    await sink.count(1)
    const cursor = feedPageOf(await call("GET", "/v1/events?start=latest", { token })).cursor
    await addUser()
    await addUser()
    const requests = await sink.count(3)
    assert.deepStrictEqual(
      requests.map(({ type }) => type),
      ["ping", "user.created", "user.created"]
    )
    for (const { body, headers } of requests) {
      assert.strictEqual(headers["webhook-signature"], signatureOf(secret, headers, body))
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["user-agent"], "PartnerAPI-Webhooks/1")
      for (const name of ["traceparent", "b3", "authorization"]) assert.notProperty(headers, name)
    }
    const feed = await call("GET", `/v1/events?cursor=${cursor}&types=user.*`, { token })
    assert.include(
      feed.text,
      requests
        .slice(1)
        .map(({ body }) => body)
        .join(",")
    )
    assert.strictEqual(textOf(await get(id), "status"), "enabled")
    assert.strictEqual((await call("DELETE", `${path}/${id}`, { token })).status, 204)
    assert.strictEqual((await get(id)).status, 404)
  })

  it("shows its secret once: not in a replayed answer, not in a read, and not in the database (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const headers = { "idempotency-key": "endpoint-once" }
    const first = await add({ url: sink.url }, headers)
    const [id, secret] = [textOf(first, "id"), textOf(first, "secret")]
    const again = await add({ url: sink.url }, headers)
    assert.strictEqual(again.status, 201)
    assert.strictEqual(again.headers["idempotency-replayed"], "true")
    assert.strictEqual(textOf(again, "id"), id)
    assert.strictEqual(textOf(again, "secret_hint"), secret.slice(-4))
    const rotated = await call("POST", `${path}/${id}/rotate_secret`, {
      token,
      json: { expires_previous_in: 60 },
      headers: { "idempotency-key": "rotate-once" }
    })
    const newer = textOf(rotated, "secret")
    const replayed = await call("POST", `${path}/${id}/rotate_secret`, {
      token,
      json: { expires_previous_in: 60 },
      headers: { "idempotency-key": "rotate-once" }
    })
    const shown = [again, replayed, await get(id), await call("GET", path, { token })]
    for (const answer of shown) {
      assert.notInclude(answer.text, "whsec_")
      assert.notInclude(answer.text, '"secret"')
    }
    const bytesOf = (text: string) => Buffer.from(text.slice("whsec_".length), "base64")
    const files = [server.databaseFile, `${server.databaseFile}-wal`].filter((file) => Fs.existsSync(file))
    for (const file of files) {
      const kept = Fs.readFileSync(file)
      for (const text of [secret, newer]) {
        assert.isFalse(kept.includes(text))
        assert.isFalse(kept.includes(bytesOf(text)))
      }
    }
    assert.notInclude(JSON.stringify([server.log.entries, server.log.faults]), secret.slice("whsec_".length))
    await addUser()
    const requests = await sink.until((all) => all.some(({ type }) => type === "user.created"))
    const last = requests.at(-1)
    const [body, sent] = [last?.body ?? "", last?.headers ?? {}]
    assert.strictEqual(
      sent?.["webhook-signature"],
      `${signatureOf(newer, sent, body)} ${signatureOf(secret, sent, body)}`
    )
    await call("DELETE", `${path}/${id}`, { token })
  })

  it("belongs to its client: another one of the organization finds none (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const id = textOf(await add({ url: sink.url }), "id")
    const unknown = await call("GET", `${path}/whe_unknown`, { token: other })
    for (const [method, rest] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ["POST", "/test"],
      ["POST", "/rotate_secret"],
      ["POST", "/recover"],
      ["POST", "/deliveries/evt_1/redeliver"]
    ] as const) {
      const json = { PATCH: { types: ["*"] }, POST: rest === "/recover" ? { since: "2026-01-01T00:00:00Z" } : {} }
      const answer = await call(method, `${path}/${id}${rest}`, {
        token: other,
        ...(method === "GET" || method === "DELETE" ? {} : { json: json[method] })
      })
      assert.strictEqual(answer.status, 404, `${method} ${rest}`)
      assert.strictEqual(textOf(answer, "message"), textOf(unknown, "message"))
    }
    assert.notInclude((await call("GET", path, { token: other })).text, id)
    await call("DELETE", `${path}/${id}`, { token })
  })

  it("needs the permission webhooks:manage (decisions, Tokens)", async () => {
    const narrowed = await server.scoped(tokens.primary, "org_acme", ["jobs:read"])
    const refused = await call("GET", path, { token: narrowed })
    assert.strictEqual(refused.status, 403)
    assert.include(textOf(refused, "message"), "webhooks:manage")
  })

  for (const [url, code, message] of [
    ["https://user:secret@example.com/", "format", "must have no user and password"],
    ["https://example.com/#part", "format", "must have no fragment"],
    ["ftp://example.com/", "format", "must be an https: address, such as"],
    ["https://example.com:99999/", "not_allowed", "must have a port of at most 65535"],
    ["http://example.com/", "not_allowed", "must be an https: address"],
    ["http://10.0.0.1/", "not_allowed", "must be an https: address"],
    ["http://10.0.0.1/", "not_allowed", "must lead to a public address"],
    ["https://example.com:25/", "not_allowed", "must use port 443"],
    ["https://10.0.0.1/", "not_allowed", "must lead to a public address"],
    ["https://169.254.169.254/latest/meta-data", "not_allowed", "must lead to a public address"],
    ["https://[::ffff:10.0.0.1]/", "not_allowed", "must lead to a public address"]
  ] as const) {
    it(`is refused at ${url}: it ${message}, with the member (decisions, Webhooks)`, async () => {
      const refused = await add({ url })
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, `"in":"body","path":"/url","code":"${code}","message":"${message}`)
    })
  }

  it("refuses types that nobody knows, and a concurrency out of bounds", async () => {
    const refused = await add({ url: "https://example.com/", types: ["job.opend"], concurrency: 9 })
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "/types/0")
    assert.include(refused.text, "/concurrency")
  })

  it("is tested, listed, changed under If-Match, and sent an event again (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const id = textOf(await add({ url: sink.url, types: ["user.*"], description: "Mine" }), "id")
    await sink.count(1)
    await addUser()
    await sink.count(2)
    const tested = await call("POST", `${path}/${id}/test`, { token })
    assert.strictEqual(tested.status, 202)
    assert.strictEqual(textOf(tested, "status"), "pending")
    const eventId = (await sink.count(3))[1]?.id ?? ""
    const again = await call("POST", `${path}/${id}/deliveries/${eventId}/redeliver`, { token })
    assert.strictEqual(again.status, 202)
    assert.strictEqual((await sink.count(4))[3]?.id, eventId)
    const recovered = await call("POST", `${path}/${id}/recover`, {
      token,
      json: { since: "2026-01-01T00:00:00Z", only: "failed" }
    })
    assert.deepStrictEqual([recovered.status, recovered.json], [202, { deliveries: 0 }])
    const state = await get(id)
    const patch = (etag: string, json: object) =>
      call("PATCH", `${path}/${id}`, { token, json, headers: { "if-match": etag } })
    assert.strictEqual((await patch('"other"', { types: ["*"] })).status, 412)
    const changed = await patch(String(state.headers.etag), { status: "disabled", description: null })
    assert.strictEqual(textOf(changed, "disabled_reason"), "requested")
    assert.include(textOf(changed, "message"), "enabled")
    assert.notProperty(changed.json, "description")
    const before = sink.requests.length
    await addUser()
    const enabled = await call("PATCH", `${path}/${id}`, { token, json: { status: "enabled" } })
    assert.strictEqual(textOf(enabled, "status"), "pending")
    const resumed = (await sink.count(before + 2)).slice(before)
    assert.deepStrictEqual(
      resumed.map(({ type }) => type),
      ["ping", "user.created"]
    )
    assert.strictEqual((await call("GET", `${path}/${id}/deliveries?status=nothing`, { token })).status, 422)
    assert.include((await call("GET", `${path}/${id}/deliveries?limit=2`, { token })).text, '"next":"')
    await call("DELETE", `${path}/${id}`, { token })
  })

  it("leaves entries in the audit log, without its address (decisions, Journal)", async () => {
    using sink = await startSink()
    const id = textOf(await add({ url: sink.url }), "id")
    await sink.count(1)
    await call("PATCH", `${path}/${id}`, { token, json: { types: ["user.*"] } })
    await call("PATCH", `${path}/${id}`, { token, json: { status: "disabled" } })
    await call("DELETE", `${path}/${id}`, { token })
    const pages = await walk(call, token, "/v1/audit_log?limit=100")
    const entries = pages
      .flatMap((page) => auditRows(page.json).content)
      .filter(({ resource_id }) => resource_id === id)
    assert.deepStrictEqual(
      entries.map(({ action }) => action),
      [
        "webhook_endpoint.created",
        "webhook_endpoint.enabled",
        "webhook_endpoint.updated",
        "webhook_endpoint.disabled",
        "webhook_endpoint.deleted"
      ]
    )
    const events = await call("GET", "/v1/events?types=webhook_endpoint.*&limit=100", { token })
    for (const { text } of [...pages, events]) assert.notInclude(text, sink.url)
  })
})

describe("a service without a key for secrets", () => {
  it("answers 503 that says what its operator has to set, and serves everything else (decisions, Webhooks)", async () => {
    const keyless = await sharedServer({ hasSecretsKey: false })
    const refused = await keyless.call("POST", path, {
      token: keyless.tokens.acme,
      json: { url: "https://example.com/" }
    })
    assert.strictEqual(refused.status, 503)
    assert.include(textOf(refused, "message"), "SECRETS_KEY")
    assert.strictEqual((await keyless.call("GET", path, { token: keyless.tokens.acme })).status, 200)
  })
})
