/**
 * Which requests HTTP admits, and how it answers the others (spec 2026-07-28, authorization; mcp.md, 5.4 and B10).
 */
import { assert, describe, it } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Redacted from "effect/Redacted"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Exit from "effect/Exit"
import type { Authorization } from "../../../src/protocol/http/Authorization.ts"
import { ConfirmationLedger } from "../../../src/protocol/confirmation/ConfirmationLedger.ts"
import { type HttpSettings, layerHttp } from "../../../src/protocol/http/HttpTransport.ts"
import { Signer } from "../../../src/protocol/Signer.ts"
import { demo, makeWorld } from "../../fixture/Demo.ts"
import { audience, scopes, startIssuer } from "../../fixture/Issuer.ts"
import { at, bodyOf, callTool, headersOf, post } from "../../fixture/RawCalls.ts"
import { startHttp } from "../../fixture/Running.ts"

const startBoth = async () => {
  const issuer = await startIssuer()
  const server = await startHttp(demo(makeWorld()), {
    authorization: { kind: "issuer", issuer: issuer.issuer, audience, scopes }
  })
  return {
    ...server,
    issuer,
    look: (headers: Record<string, string>) => callTool(server.url, "look", {}, { headers }),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await issuer[Symbol.asyncDispose]()
    }
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const challengeOf = (headers: Headers) => headers.get("www-authenticate") ?? ""

describe("tokens of an issuer", () => {
  it("a good token is let in; its scopes decide what is listed", async () => {
    await using both = await startBoth()
    const namesFor = async (scope: string) => {
      const client = new Client({ name: "t", version: "0" }, { versionNegotiation: { mode: "auto" } })
      const requestInit = { headers: bearer(await both.issuer.token({ scope })) }
      await client.connect(new StreamableHTTPClientTransport(new URL(both.url), { requestInit }))
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }
    assert.notInclude(await namesFor("jobs:read"), "set_value")
    assert.include(await namesFor("jobs:read value:write"), "set_value")
  })

  it("without a token: 401, and where to learn of tokens (RFC 9728, 5.1)", async () => {
    await using both = await startBoth()
    const answer = await both.look({})
    assert.strictEqual(answer.status, 401)
    const metadataUrl = `${both.origin}/.well-known/oauth-protected-resource/mcp`
    assert.strictEqual(
      challengeOf(answer.headers),
      `Bearer resource_metadata="${metadataUrl}", scope="jobs:read value:write"`
    )
    const metadata = await fetch(metadataUrl)
    assert.deepStrictEqual(await metadata.json(), {
      resource: both.url,
      authorization_servers: [both.issuer.issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"]
    })
  })

  it.each([
    ["expired", { exp: 1_000 }],
    ["for another audience", { aud: "https://other.example.com" }],
    ["of another issuer", { iss: "https://other.example.com" }],
    ["for nobody", { sub: "" }]
  ])("a token %s: 401 invalid_token", async (_what, claims) => {
    await using both = await startBoth()
    const answer = await both.look(bearer(await both.issuer.token(claims)))
    assert.strictEqual(answer.status, 401)
    assert.include(challengeOf(answer.headers), 'error="invalid_token"')
  })

  it("a token signed by somebody else, with the issuer's key as password, or not at all: 401", async () => {
    await using both = await startBoth()
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
    const claims = encode({ iss: both.issuer.issuer, aud: audience, sub: "anna", scope: "jobs:read", exp: 4e9 })
    for (const token of [
      await both.issuer.token({}, both.issuer.foreignKey),
      `${encode({ alg: "HS256", kid: "one" })}.${claims}.${encode({})}`,
      `${encode({ alg: "none" })}.${claims}.x`
    ]) {
      assert.strictEqual((await both.look(bearer(token))).status, 401)
    }
  })

  it("an opaque token, such as one of the platform: 401, and the issuer is not even asked", async () => {
    await using both = await startBoth()
    const answer = await both.look(bearer("a".repeat(43)))
    assert.strictEqual(answer.status, 401)
    assert.deepStrictEqual(both.issuer.requested, [])
  })

  it("a token of the platform in its own header: 401, even beside a good one, and it is in no log", async () => {
    await using both = await startBoth()
    const platform = "pt_canary_000111222"
    const answer = await both.look({ ...bearer(await both.issuer.token()), "x-auth-token": platform })
    assert.strictEqual(answer.status, 401)
    assert.notInclude(both.log.join("") + JSON.stringify(answer.body), platform)
  })

  it("a token with none of our scopes: 403 insufficient_scope", async () => {
    await using both = await startBoth()
    const answer = await both.look(bearer(await both.issuer.token({ scope: "mail:read" })))
    assert.strictEqual(answer.status, 403)
    assert.include(challengeOf(answer.headers), 'error="insufficient_scope"')
  })

  it("a call beyond the token's scopes among others in one body (2025-03-26): 403 with the scope that is missing", async () => {
    await using both = await startBoth()
    const headers = { ...headersOf("tools/call"), ...bearer(await both.issuer.token({ scope: "jobs:read" })) }
    const call = (name: string) => JSON.parse(bodyOf("tools/call", { name, arguments: {} }))
    const answer = await post(both.url, JSON.stringify([call("look"), call("set_value")]), headers)
    assert.strictEqual(answer.status, 403)
    assert.include(challengeOf(answer.headers), 'scope="value:write"')
  })

  it("a call beyond the token's scopes: 403 with the scope that is missing", async () => {
    await using both = await startBoth()
    const headers = bearer(await both.issuer.token({ scope: "jobs:read" }))
    const answer = await callTool(both.url, "set_value", { organization_id: "org_a", value: "b" }, { headers })
    assert.strictEqual(answer.status, 403)
    assert.include(challengeOf(answer.headers), 'error="insufficient_scope"')
    assert.include(challengeOf(answer.headers), 'scope="value:write"')
  })

  it("keys are fetched once for many calls", async () => {
    await using both = await startBoth()
    for (const sub of ["a", "b", "c"]) {
      assert.strictEqual((await both.look(bearer(await both.issuer.token({ sub })))).status, 200)
    }
    assert.deepStrictEqual(both.issuer.requested, ["/.well-known/oauth-authorization-server", "/keys"])
  })

  it("an issuer whose keys cannot be had: 503, nobody is let in", async () => {
    await using both = await startBoth()
    both.issuer.become("failing")
    const answer = await both.look(bearer(await both.issuer.token()))
    assert.strictEqual(answer.status, 503)
    // Two addresses of metadata were asked; who comes next does not make the server ask again.
    assert.strictEqual(both.issuer.requested.length, 2)
    assert.strictEqual((await both.look(bearer(await both.issuer.token()))).status, 503)
    assert.strictEqual(both.issuer.requested.length, 2)
  })

  it.each([
    ["at+jwt", 200],
    ["application/at+jwt", 200],
    ["AT+JWT", 200],
    ["JWT", 200],
    ["logout+jwt", 401],
    ["dpop+jwt", 401],
    ["secevent+jwt", 401],
    ["token-introspection+jwt", 401],
    ["application/jwt", 200],
    ["", 401]
  ])("a token whose typ is %j: %i (RFC 9068 §4)", async (typ, status) => {
    await using both = await startBoth()
    assert.strictEqual((await both.look(bearer(await both.issuer.typed(typ)))).status, status)
  })

  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } }
  })
  const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })
  const legacy = (who: string) => ({
    "content-type": "application/json",
    accept: headersOf("")["accept"] ?? "",
    ...bearer(who)
  })
  const openSession = async (url: string, who: string) => {
    const opened = await post(url, initialize, legacy(who))
    return { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" }
  }

  it("a session is its opener's alone", async () => {
    await using both = await startBoth()
    const anna = await both.issuer.token({ sub: "anna" })
    const session = await openSession(both.url, anna)
    const ben = await post(both.url, list, { ...legacy(await both.issuer.token({ sub: "ben" })), ...session })
    assert.strictEqual(ben.status, 404)
    const own = await post(both.url, list, { ...legacy(anna), ...session })
    assert.isArray(at(own.body, "result", "tools"))
  })

  it("a client that acts for nobody is not the user of that name (RFC 9068 §5)", async () => {
    await using both = await startBoth()
    const session = await openSession(both.url, await both.issuer.token({ sub: "anna" }))
    const client = await both.issuer.ofClient("anna")
    assert.strictEqual((await post(both.url, list, { ...legacy(client), ...session })).status, 404)
    const own = await openSession(both.url, client)
    assert.strictEqual((await post(both.url, list, { ...legacy(client), ...own })).status, 200)
    const numbered = await both.issuer.token(JSON.parse('{"sub":7}'))
    assert.strictEqual((await both.look(bearer(numbered))).status, 401)
  })
})

describe("settings that cannot be", () => {
  it.each([
    [
      "an issuer that is no URL",
      { authorization: { kind: "issuer" as const, issuer: "example.com", audience, scopes } }
    ],
    ["a public address that is no URL", { publicUrl: "example.com", authorization: { kind: "open" as const } }]
  ])("%s: the server does not start", async (_what, settings) => {
    assert.include(JSON.stringify(await exitOf({ port: 0, ...settings })), "HttpSettingsError")
  })
})

const exitOf = (settings: HttpSettings) =>
  Effect.runPromiseExit(
    Effect.scoped(
      Layer.build(
        layerHttp(demo(makeWorld()), settings).pipe(Layer.provide(Layer.merge(Signer.layer, ConfirmationLedger.layer)))
      )
    )
  )

describe("one token of the operator", () => {
  const authorization: Authorization = { kind: "token", token: Redacted.make("the-operators-token") }

  it("is let in, another is not, and none is asked for one", async () => {
    await using server = await startHttp(demo(makeWorld()), { authorization })
    const statusOf = async (headers: Record<string, string>) =>
      (await callTool(server.url, "look", {}, { headers })).status
    assert.strictEqual(await statusOf(bearer("the-operators-token")), 200)
    assert.strictEqual(await statusOf(bearer("the-operators-toke")), 401)
    assert.strictEqual(await statusOf({}), 401)
    const listed = await post(server.url, bodyOf("tools/list", {}), {
      ...headersOf("tools/list"),
      ...bearer("the-operators-token")
    })
    assert.include(JSON.stringify(listed.body), "set_value")
  })

  it.each([[authorization], [{ kind: "open" } satisfies Authorization]])(
    "is for this machine only: elsewhere the server does not start",
    async (local) => {
      const exit = await exitOf({ host: "0.0.0.0", port: 0, authorization: local })
      assert.isTrue(Exit.isFailure(exit))
      assert.include(JSON.stringify(exit), "HttpSettingsError")
    }
  )
})
