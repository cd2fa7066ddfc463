/**
 * The endpoints that give out tokens, each from nothing: no test here rests on a token that another one got (spec 4.1, 4.3, 4.5;
 * decisions, Tokens and Errors).
 */
import * as Crypto from "node:crypto"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { openDatabase, startServer } from "./TestServer.ts"

const server = await startServer()
afterAll(server.stop)
const { call } = server

const credentials = (id: string, secret = `${id}-secret`) => ({ client_id: id, client_secret: secret })
const sandboxClient = credentials("sandbox-client", "sandbox-secret")
const form = { grant_type: "client_credentials", ...sandboxClient }
const statusOf = async (path: string, token: string) => (await call("GET", path, { token })).status

/** What opens with a token: the list of organizations, and the jobs of one. */
const opens = async (token: string) => [await statusOf("/v1/organizations", token), await statusOf("/v1/jobs", token)]

describe("/oauth/token", () => {
  it("takes client credentials in a form and no token (spec 4, 4.1)", async () =>
    assert.strictEqual((await call("POST", "/oauth/token", { form })).status, 200))

  it("answers with access_token, token_type bearer, expires_in 3600 and nothing else (spec 4.1, 5)", async () => {
    const { access_token, ...others } = membersOf(await call("POST", "/oauth/token", { form }))
    assert.match(String(access_token), /^[A-Za-z0-9_-]{43}$/)
    assert.deepStrictEqual(others, { token_type: "bearer", expires_in: 3_600 })
  })

  it("gives a token for the developer level and no organization (spec 4.1, 5)", async () =>
    assert.deepStrictEqual(await opens(await server.primary()), [200, 403]))

  it("ignores unknown parameters (decisions, Errors)", async () =>
    assert.strictEqual((await call("POST", "/oauth/token", { form: { ...form, audience: "jobs" } })).status, 200))

  it("minds no secret but the client's own (spec 5, Token errors)", async () =>
    assert.strictEqual(
      errorOf(await call("POST", "/oauth/token", { form: { ...form, client_secret: "sandbox-reader-secret" } })),
      "401 invalid_client"
    ))
})

describe("the token endpoints", () => {
  it.for(["/oauth/token", "/v1/auth/token"])("%s refuses a body of no media type (decisions, Errors)", async (path) =>
    assert.strictEqual(
      errorOf(await call("POST", path, { body: JSON.stringify(sandboxClient) })),
      "415 unsupported_media_type"
    )
  )

  it.for([
    ["/oauth/token", "application/x-www-form-urlencoded"],
    ["/v1/auth/token", "application/json"]
  ] as const)("%s looks at the size of a body before it reads it (decisions, Errors)", async ([path, mediaType]) =>
    assert.strictEqual(
      errorOf(await call("POST", path, { headers: { "content-type": mediaType }, body: "%".repeat(1_048_577) })),
      "413 payload_too_large"
    )
  )
})

describe("/v1/organizations/{id}/token", () => {
  const mint = async (request: { readonly body?: string } = {}) =>
    call("POST", "/v1/organizations/org_globex/token", {
      headers: { authorization: `Bearer ${await server.primary()}`, "content-type": "text/plain" },
      ...request
    })

  it("needs no body, and minds an empty one of no media type (spec 4.3; decisions, Tokens)", async () => {
    assert.strictEqual((await mint()).status, 200)
    assert.strictEqual((await mint({ body: "" })).status, 200)
    assert.strictEqual(errorOf(await mint({ body: " " })), "415 unsupported_media_type")
  })

  it("takes an empty object for no body, as HTTP libraries send it (decisions, Tokens)", async () => {
    const path = "/v1/organizations/org_globex/token"
    const answer = await call("POST", path, { token: await server.primary(), json: {} })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(await opens(String(membersOf(answer)["access_token"])), [403, 200])
    const { status } = await call("POST", path, { token: await server.primary(), json: { permission: [] } })
    assert.strictEqual(status, 422)
  })

  it("answers with token_type Bearer, expires_in 86400 and the organization as scope (spec 4.3)", async () => {
    const answer = await mint()
    const { access_token, ...others } = membersOf(answer)
    assert.strictEqual(answer.status, 200)
    assert.match(String(access_token), /^[A-Za-z0-9_-]{43}$/)
    assert.deepStrictEqual(others, { token_type: "Bearer", expires_in: 86_400, scope: "org_globex" })
  })

  it("gives a token for that organization and no other (spec 5; decisions, Tokens)", async () => {
    const token = String(membersOf(await mint())["access_token"])
    assert.deepStrictEqual(await opens(token), [403, 200])
    assert.strictEqual(membersOf(await call("GET", "/v1/jobs", { token }))["count"], 3)
    assert.strictEqual(await statusOf("/v1/jobs/job_00000004", token), 404)
  })

  it("needs a primary token (spec 4)", async () => {
    const path = "/v1/organizations/org_globex/token"
    assert.strictEqual(errorOf(await call("POST", path)), "401 unauthorized")
    const token = String(membersOf(await mint())["access_token"])
    assert.strictEqual(errorOf(await call("POST", path, { token })), "403 forbidden")
  })
})

describe("/v1/auth/token", () => {
  it("takes client credentials in JSON and no token (spec 4, 4.5)", async () =>
    assert.strictEqual((await call("POST", "/v1/auth/token", { json: sandboxClient })).status, 200))

  it("answers with access_token, token_type bearer, expires_in 3600 and nothing else (spec 4.5, 5)", async () => {
    const { access_token, ...others } = membersOf(await call("POST", "/v1/auth/token", { json: sandboxClient }))
    assert.match(String(access_token), /^[A-Za-z0-9_-]{43}$/)
    assert.deepStrictEqual(others, { token_type: "bearer", expires_in: 3_600 })
  })

  it.for(["client_id", "client_secret"] as const)("needs %s (spec 4.5)", async (member) => {
    const { [member]: _, ...rest } = sandboxClient
    assert.strictEqual(errorOf(await call("POST", "/v1/auth/token", { json: rest })), "422 unprocessable_entity")
  })

  it("gives a token for both levels to a client with a default organization (decisions, Tokens)", async () =>
    assert.deepStrictEqual(await opens(await server.partner("sandbox-partner")), [200, 200]))

  it("gives a primary token to a client without one (decisions, Tokens)", async () =>
    assert.deepStrictEqual(await opens(await server.partner("sandbox-client", "sandbox-secret")), [200, 403]))

  it("minds no secret but the client's own (spec 4.5, 7)", async () =>
    assert.strictEqual(
      errorOf(await call("POST", "/v1/auth/token", { json: credentials("sandbox-client") })),
      "401 unauthorized"
    ))
})

describe("a challenge", () => {
  it("says invalid_token only when a token was sent (decisions, Tokens)", async () => {
    const metadata = `, resource_metadata="${server.publicUrl}/.well-known/oauth-protected-resource"`
    const challengeOf = async (headers: Readonly<Record<string, string>>) =>
      (await call("GET", "/v1/jobs", { headers })).headers["www-authenticate"]
    const [none, ...sent] = [
      await challengeOf({}),
      await challengeOf({ authorization: "Bearer x" }),
      await challengeOf({ authorization: "Bearer" }),
      await challengeOf({ "x-auth-token": "x" })
    ]
    assert.strictEqual(none, `Bearer realm="partner-api"${metadata}`)
    sent.forEach((challenge) =>
      assert.strictEqual(challenge, `Bearer realm="partner-api", error="invalid_token"${metadata}`)
    )
  })
})

describe("in the database", () => {
  const sha256 = (text: string) => Crypto.hash("sha256", text, "base64url")
  const columnOf = (query: string) => {
    using operator = openDatabase(server.databaseFile)
    return operator.db
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0])
  }

  it("a secret is its SHA-256 (decisions, Tokens)", () =>
    assert.deepStrictEqual(columnOf("SELECT digest FROM client_secrets WHERE client_id = 'sandbox-client'"), [
      sha256("sandbox-secret")
    ]))

  it("a token is its SHA-256 (decisions, Tokens)", async () => {
    const answers = [
      await call("POST", "/oauth/token", { form }),
      await call("POST", "/v1/auth/token", { json: credentials("sandbox-partner") })
    ]
    const digests = columnOf("SELECT digest FROM tokens")
    answers.forEach((answer) => assert.include(digests, sha256(String(membersOf(answer)["access_token"]))))
  })
})
