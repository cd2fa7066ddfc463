/**
 * A client ends its own tokens (RFC 7009; decisions, Tokens and Discovery), and generic clients learn where (RFC 8414, RFC 9728).
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call } = server
/** How old the knowledge of a token may be. */
const staleness = 1_000

const credentials = { client_id: "sandbox-client", client_secret: "sandbox-secret" }
const revoke = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", "/oauth/revoke", { form, headers })
const statusOf = async (token: string, path = "/v1/organizations") => (await call("GET", path, { token })).status

describe("a revoked token", () => {
  it("ends within a second, with the tokens minted with it (RFC 7009 §2; decisions, Tokens)", async () => {
    const primary = await server.primary()
    const [scoped, other] = [await server.scoped(primary), await server.scoped(await server.primary())]
    assert.deepStrictEqual([await statusOf(primary), await statusOf(scoped, "/v1/jobs")], [200, 200])
    const answer = await revoke({ ...credentials, token: primary })
    assert.deepStrictEqual([answer.status, answer.text, answer.headers["cache-control"]], [200, "", "no-store"])
    await server.advance(staleness)
    assert.deepStrictEqual([await statusOf(primary), await statusOf(scoped, "/v1/jobs")], [401, 401])
    assert.strictEqual(await statusOf(other, "/v1/jobs"), 200)
  })

  it("alone ends when it is a scoped one (decisions, Tokens)", async () => {
    const primary = await server.primary()
    const scoped = await server.scoped(primary)
    await revoke({ ...credentials, token: scoped, token_type_hint: "access_token" })
    await server.advance(staleness)
    assert.deepStrictEqual([await statusOf(primary), await statusOf(scoped, "/v1/jobs")], [200, 401])
  })

  it("mints no token any more, even before the second is over (decisions, Tokens)", async () => {
    const primary = await server.primary()
    assert.strictEqual(await statusOf(primary), 200)
    await revoke({ ...credentials, token: primary })
    const answer = await call("POST", "/v1/organizations/org_acme/token", { token: primary })
    assert.strictEqual(errorOf(answer), named(401))
  })

  it("of another client stays as it is, and the answer does not tell (RFC 7009 §2.1)", async () => {
    const foreign = await server.partner("sandbox-reader")
    const [answer, unknown] = [
      await revoke({ ...credentials, token: foreign }),
      await revoke({ ...credentials, token: "A".repeat(43) })
    ]
    assert.deepStrictEqual([answer.status, answer.text], [unknown.status, unknown.text])
    assert.strictEqual(answer.status, 200)
    await server.advance(staleness)
    assert.strictEqual(await statusOf(foreign, "/v1/jobs"), 200)
  })
})

describe("a request to revoke", () => {
  it.for<[what: string, form: Readonly<Record<string, string>>, status: number]>([
    ["without a token", credentials, 400],
    ["with an empty token", { ...credentials, token: "" }, 400],
    ["with a wrong secret", { ...credentials, client_secret: "no", token: "x" }, 401],
    ["without credentials", { token: "x" }, 401]
  ])("%s is refused as OAuth clients read it (RFC 7009 §2.2.1)", async ([, form, status]) => {
    const answer = await revoke(form)
    const { error, message, error_description } = membersOf(answer)
    assert.strictEqual(answer.status, status)
    assert.strictEqual(error, status === 400 ? "invalid_request" : "invalid_client")
    assert.strictEqual(error_description, message)
  })

  it("may show its credentials with HTTP Basic, once (RFC 6749 §2.3)", async () => {
    const basic = { authorization: `Basic ${btoa("sandbox-client:sandbox-secret")}` }
    assert.strictEqual((await revoke({ token: "x" }, basic)).status, 200)
    assert.strictEqual((await revoke({ ...credentials, token: "x" }, basic)).status, 400)
  })
})

describe("the metadata", () => {
  it("of the authorization server names the endpoint (RFC 8414 §2)", async () => {
    const members = membersOf(await call("GET", "/.well-known/oauth-authorization-server"))
    assert.strictEqual(members["revocation_endpoint"], `${server.publicUrl}/oauth/revoke`)
  })

  it("of the resource says where tokens come from, and every challenge says where it is (RFC 9728 §2, §5.1)", async () => {
    const { headers } = await call("GET", "/v1/jobs")
    const address = /resource_metadata="([^"]*)"/.exec(String(headers["www-authenticate"]))?.[1] ?? ""
    assert.isTrue(address.startsWith(`${server.publicUrl}/`))
    const members = membersOf(await call("GET", address.slice(server.publicUrl.length)))
    assert.deepInclude(
      { ...members },
      {
        resource: server.publicUrl,
        authorization_servers: [server.publicUrl],
        bearer_methods_supported: ["header"]
      }
    )
  })
})
