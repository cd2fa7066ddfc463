import { assert, describe, it } from "vitest"
import { arrayOf, bodyOf, meet, textOf } from "./Foreign.ts"

describe("tokens of the test server", () => {
  it("flow A: a primary token lists organizations, a scoped one works in one (spec 5)", async () => {
    const { send, sendPrimary, primary, scoped } = meet()
    const answer = await sendPrimary()
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    const { token_type, expires_in } = await bodyOf(answer)
    assert.deepStrictEqual([token_type, expires_in], ["bearer", 3_600])
    const listed = await send("/v1/organizations", { token: await primary() })
    assert.deepStrictEqual(await listed.json(), [
      { id: "org_1", name: "Analytical Engines" },
      { id: "org_2", name: "Difference Works" }
    ])
    const minted = await send("/v1/organizations/org_2/token", { method: "POST", token: await primary() })
    const { access_token, ...metadata } = await bodyOf(minted)
    assert.deepStrictEqual(metadata, { token_type: "Bearer", expires_in: 86_400, scope: "org_2" })
    const jobs = await send("/v1/jobs", { token: textOf(access_token) })
    assert.deepStrictEqual(
      arrayOf((await bodyOf(jobs))["content"]).map(({ id }) => id),
      ["job_9"]
    )
    assert.strictEqual((await send("/v1/organizations", { token: await scoped() })).status, 403)
    assert.strictEqual((await send("/v1/jobs", { token: await primary() })).status, 403)
  })

  it("flow B: a token in X-Auth-Token, good for the default organization as well (spec 4.5; decisions, Tokens)", async () => {
    const { send, server } = meet()
    const credentials = { client_id: server.clientId, client_secret: server.clientSecret }
    const { access_token, token_type } = await bodyOf(await send("/v1/auth/token", { json: credentials }))
    assert.strictEqual(token_type, "bearer")
    const headers = { "x-auth-token": textOf(access_token) }
    assert.strictEqual((await send("/v1/jobs", { headers })).status, 200)
    assert.strictEqual((await send("/v1/jobs", { headers, token: textOf(access_token) })).status, 200)
    assert.strictEqual((await send("/v1/jobs", { headers, token: "another" })).status, 400)
    const wrong = await send("/v1/auth/token", { json: { ...credentials, client_secret: "wrong" } })
    assert.deepStrictEqual([wrong.status, (await bodyOf(wrong))["error"]], [401, "unauthorized"])
  })

  it("without a default organization a token of flow B is a primary one (decisions, Tokens)", async () => {
    const { send, server } = meet({ defaultOrganization: null })
    const credentials = { client_id: server.clientId, client_secret: server.clientSecret }
    const token = textOf((await bodyOf(await send("/v1/auth/token", { json: credentials })))["access_token"])
    assert.strictEqual((await send("/v1/organizations", { token })).status, 200)
    assert.strictEqual((await send("/v1/jobs", { token })).status, 403)
  })

  it("end when the clock of the server says so, and not before (spec 8)", async () => {
    const { send, server, scoped, primary } = meet({
      tokens: { primaryLifetimeSeconds: 60, scopedLifetimeSeconds: 120 }
    })
    const [first, token] = [await primary(), await scoped()]
    server.clock.advance(59_999)
    assert.strictEqual((await send("/v1/organizations", { token: first })).status, 200)
    server.clock.advance(1)
    const late = await send("/v1/organizations", { token: first })
    assert.strictEqual(late.status, 401)
    assert.match(
      late.headers.get("www-authenticate") ?? "",
      /^Bearer .*error="invalid_token", resource_metadata="https:/
    )
    assert.strictEqual((await send("/v1/jobs", { token })).status, 200)
    server.clock.advance(60_000)
    assert.strictEqual((await send("/v1/jobs", { token })).status, 401)
  })

  it("are all refused after revokeTokens, and new ones are not", async () => {
    const { send, server, scoped } = meet()
    const token = await scoped()
    server.revokeTokens()
    assert.strictEqual((await send("/v1/jobs", { token })).status, 401)
    assert.strictEqual((await send("/v1/jobs", { token: await scoped() })).status, 200)
  })

  it("a revoked primary token takes the minted ones along (decisions, Tokens)", async () => {
    const { send, primary, server } = meet()
    const first = await primary()
    const minted = await send("/v1/organizations/org_1/token", { method: "POST", token: first })
    const token = textOf((await bodyOf(minted))["access_token"])
    const form = { token: first, client_id: server.clientId, client_secret: server.clientSecret }
    const revoked = await server.fetch(`${server.baseUrl}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams(form)
    })
    assert.strictEqual(revoked.status, 200)
    assert.strictEqual((await send("/v1/jobs", { token })).status, 401)
  })

  it("missing, malformed and unknown ones are 401 with a challenge (decisions, Tokens)", async () => {
    const { send } = meet()
    const none = await send("/v1/jobs")
    assert.strictEqual(none.status, 401)
    assert.notInclude(none.headers.get("www-authenticate") ?? "", "error=")
    assert.strictEqual((await send("/v1/jobs", { token: "unknown" })).status, 401)
    assert.strictEqual((await send("/v1/jobs", { headers: { authorization: "Basic x" } })).status, 401)
    assert.strictEqual((await send("/v1/jobs?access_token=x")).status, 400)
  })

  it("the token endpoint refuses as OAuth clients read it (decisions, Errors)", async () => {
    const { sendPrimary, server } = meet()
    const wrong = await sendPrimary({ client_secret: "wrong" })
    const { error, message, error_description } = await bodyOf(wrong)
    assert.deepStrictEqual([wrong.status, error, error_description], [401, "invalid_client", message])
    assert.strictEqual((await bodyOf(await sendPrimary({ grant_type: "password" })))["error"], "unsupported_grant_type")
    assert.strictEqual((await bodyOf(await sendPrimary({ scope: "all" })))["error"], "invalid_scope")
    const basic = await server.fetch(`${server.baseUrl}/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${server.clientId}:${server.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" })
    })
    assert.strictEqual(basic.status, 200)
  })

  it("a grant without a permission is 403 that names it, an organization without a grant 403 (decisions, Tokens)", async () => {
    const { send, primary, scoped } = meet({
      organizations: [{ id: "org_1", name: "One", permissions: ["jobs:read"] }]
    })
    const refused = await send("/v1/users", { token: await scoped() })
    assert.strictEqual(refused.status, 403)
    assert.include(textOf((await bodyOf(refused))["message"]), "users:read")
    const foreign = await send("/v1/organizations/org_9/token", { method: "POST", token: await primary() })
    assert.strictEqual(foreign.status, 403)
  })
})
