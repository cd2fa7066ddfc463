/**
 * The OAuth token endpoint: the order of its checks, the ways to authenticate, and what generic OAuth clients rely on (spec 4.1;
 * decisions, Errors; RFC 6749 §2.3, §3.2, §5; RFC 8414). The other token endpoint takes unknown members as well.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { type Answer, type Call, membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, publicUrl } = server

const formType = { "content-type": "application/x-www-form-urlencoded" }
const form = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Call => ({
  body,
  headers: { ...formType, ...headers }
})
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
})
const grant = "grant_type=client_credentials"
const right = "client_id=sandbox-client&client_secret=sandbox-secret"
const wrong = "client_id=sandbox-client&client_secret=wrong"
const send = (request: Call, query = "") => call("POST", `/oauth/token${query}`, request)

/** An error as RFC 6749 §5.2 clients and ours read it. */
const oauthErrorOf = (answer: Answer): string => {
  const { message, error_description } = membersOf(answer)
  assert.strictEqual(error_description, message)
  assert.strictEqual(
    answer.headers["www-authenticate"],
    answer.status === 401 ? 'Basic realm="partner-api"' : undefined
  )
  return errorOf(answer)
}
const tokenAnswer = { status: 200, members: ["access_token", "token_type", "expires_in"] }
const shapeOf = (answer: Answer) => ({ status: answer.status, members: Object.keys(membersOf(answer)) })

describe("of two faults, /oauth/token answers the earlier (decisions, Errors)", () => {
  const large = " ".repeat(1_048_577)
  it.for<[earlier: string, later: string, request: Call, status: number, error: string, query?: string]>([
    ["media type", "size", { body: large, headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    [
      "media type",
      "encoding",
      { body: "%ff", headers: { "content-type": "text/plain" } },
      415,
      "unsupported_media_type"
    ],
    ["media type missing", "grant type", { body: "" }, 415, "unsupported_media_type"],
    ["size", "encoding", form(`%ff${large}`), 413, "payload_too_large"],
    ["size", "credentials", form(`${grant}&${wrong}&x=${large}`), 413, "payload_too_large"],
    ["encoding", "grant type missing", form("x=%ff"), 400, "invalid_request"],
    ["encoding", "credentials", form(`${grant}&${wrong}&x=%zz`), 400, "invalid_request"],
    [
      "bytes that are not UTF-8",
      "credentials",
      form(Buffer.from(`${grant}&${wrong}&x=\xff`, "latin1")),
      400,
      "invalid_request"
    ],
    ["credentials in the address", "grant type", form("grant_type=password"), 400, "invalid_request", "?client_id=a"],
    ["a secret in the address", "credentials", form(`${grant}&${wrong}`), 400, "invalid_request", "?client_secret=a"],
    ["a repeated parameter", "grant type", form("grant_type=a&grant_type=b"), 400, "invalid_request"],
    ["a repeated client id", "credentials", form(`${grant}&${wrong}&client_id=b`), 400, "invalid_request"],
    ["two ways to authenticate", "grant type", form(`grant_type=x&${right}`, basic("a", "b")), 400, "invalid_request"],
    [
      "another client_id beside Basic",
      "credentials",
      form(`${grant}&client_id=b`, basic("a", "b")),
      400,
      "invalid_request"
    ],
    ["grant type missing", "credentials", form(wrong), 400, "invalid_request"],
    ["grant type empty", "credentials", form(`grant_type=&${wrong}`), 400, "invalid_request"],
    ["another grant type", "credentials", form(`grant_type=password&${wrong}`), 400, "unsupported_grant_type"],
    [
      "another grant type",
      "a malformed Basic",
      form("grant_type=password", { authorization: "Basic ?" }),
      400,
      "unsupported_grant_type"
    ],
    ["another grant type", "scope", form(`grant_type=password&${right}&scope=a`), 400, "unsupported_grant_type"],
    ["credentials", "scope", form(`${grant}&${wrong}&scope=a`), 401, "invalid_client"],
    ["scope alone", "nothing", form(`${grant}&${right}&scope=a`), 400, "invalid_scope"]
  ])("%s before %s", async ([, , request, status, error, query]) =>
    assert.strictEqual(oauthErrorOf(await send(request, query)), `${status} ${error}`)
  )

  it("method before media type", async () => {
    const answer = await call("PUT", "/oauth/token", { body: "{", headers: { "content-type": "text/plain" } })
    assert.strictEqual(oauthErrorOf(answer), "405 method_not_allowed")
    assert.strictEqual(answer.headers.allow, "POST, OPTIONS")
  })
})

describe("/oauth/token gives a token", () => {
  it.for<[what: string, request: Call, query?: string]>([
    ["for credentials in the body", form(`${grant}&${right}`)],
    ["for HTTP Basic", form(grant, basic("sandbox-client", "sandbox-secret"))],
    [
      "for Basic in small letters",
      form(grant, { authorization: basic("sandbox-client", "sandbox-secret").authorization.replace("Basic", "basic") })
    ],
    [
      "for HTTP Basic beside the same client_id in the body",
      form(`${grant}&client_id=sandbox-client`, basic("sandbox-client", "sandbox-secret"))
    ],
    ["for form-encoded Basic", form(grant, basic("sandbox%2Dclient", "%73andbox-secret"))],
    [
      "for Basic and empty parameters, which count as absent",
      form(`${grant}&client_id=&client_secret=`, basic("sandbox-client", "sandbox-secret"))
    ],
    ["with an empty scope, which counts as absent", form(`${grant}&${right}&scope=`)],
    ["with an unknown parameter sent twice", form(`${grant}&${right}&resource=a&resource=b`)],
    ["with unknown parameters, which are ignored", form(`${grant}&${right}&audience=a&resource=b`)],
    ["with an unknown parameter in the address", form(`${grant}&${right}`), "?utm=1"],
    [
      "with charset=UTF-8",
      form(`${grant}&${right}`, { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" })
    ],
    [
      "with an empty parameter of the media type",
      form(`${grant}&${right}`, { "content-type": "application/x-www-form-urlencoded;" })
    ],
    ["with escapes", form(`grant%5Ftype=client%5fcredentials&${right}`)],
    ["whatever other token comes along", form(`${grant}&${right}`, { "x-auth-token": "no" })]
  ])("%s (decisions, Errors)", async ([, request, query]) =>
    assert.deepStrictEqual(shapeOf(await send(request, query)), tokenAnswer)
  )

  it("that nobody may store (RFC 6749 §5.1)", async () =>
    assert.deepInclude(
      { ...(await send(form(`${grant}&${right}`))).headers },
      { "cache-control": "no-store", pragma: "no-cache" }
    ))
})

describe("/oauth/token refuses with invalid_client", () => {
  it.for<[what: string, request: Call]>([
    ["no credentials", form(grant)],
    ["no secret", form(`${grant}&client_id=sandbox-client`)],
    ["no id", form(`${grant}&client_secret=sandbox-secret`)],
    ["the secret of another", form(`${grant}&client_id=sandbox-client&client_secret=sandbox-reader-secret`)],
    ["a secret in other letters", form(`${grant}&client_id=sandbox-client&client_secret=Sandbox-Secret`)],
    ["a wrong Basic", form(grant, basic("sandbox-client", "wrong"))],
    ["an empty Basic", form(grant, { authorization: "Basic " })],
    [
      "a Basic without colon",
      form(grant, { authorization: `Basic ${Buffer.from("sandbox-client").toString("base64")}` })
    ],
    ["a Basic that is no Base64", form(grant, { authorization: "Basic !!" })],
    ["a Basic with broken escapes", form(grant, basic("sandbox-client", "%zz"))],
    ["a Bearer", form(grant, { authorization: "Bearer abc" })],
    ["a digest for a secret", form(`${grant}&client_id=sandbox-client&client_secret=${"A".repeat(43)}`)]
  ])("%s (RFC 6749 §5.2)", async ([, request]) =>
    assert.strictEqual(oauthErrorOf(await send(request)), "401 invalid_client")
  )
})

describe("the other parts of flow A and B", () => {
  it("unknown members at /v1/auth/token are ignored, and the token is not to be stored (decisions, Errors)", async () => {
    const json = { client_id: "sandbox-client", client_secret: "sandbox-secret", audience: "a", grant_type: 1 }
    const answer = await call("POST", "/v1/auth/token", { json })
    assert.deepStrictEqual(shapeOf(answer), tokenAnswer)
    assert.deepInclude({ ...answer.headers }, { "cache-control": "no-store", pragma: "no-cache" })
  })

  it("missing and mistyped members at /v1/auth/token are named (decisions, Errors)", async () => {
    const answer = await call("POST", "/v1/auth/token", { json: { client_id: 1 } })
    assert.strictEqual(errorOf(answer), "422 unprocessable_entity")
    assert.match(answer.text, /"path":"\/client_id","code":"type".*"path":"\/client_secret","code":"required"/)
  })

  it("the metadata says where and how, with the public address (RFC 8414 §2)", async () => {
    const answer = await call("GET", "/.well-known/oauth-authorization-server")
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(
      { ...membersOf(answer) },
      {
        issuer: publicUrl,
        token_endpoint: `${publicUrl}/oauth/token`,
        grant_types_supported: ["client_credentials"],
        token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"]
      }
    )
  })
})
