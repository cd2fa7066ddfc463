/**
 * Two OAuth clients that nobody here wrote get tokens as their documentation says (issue 3): `oauth4webapi` step by step, and
 * `openid-client` whole. Both find the token endpoint through the metadata (RFC 8414).
 */
import * as oauth from "oauth4webapi"
import * as openid from "openid-client"
import { assert, describe, it } from "@effect/vitest"
import { sharedServer } from "../TestServer.ts"

const { publicUrl } = await sharedServer()
const issuer = new URL(publicUrl)
const clientId = "sandbox-client"
const secret = "sandbox-secret"
const insecure = { [oauth.allowInsecureRequests]: true }

const methods = [
  ["client_secret_basic", oauth.ClientSecretBasic, openid.ClientSecretBasic],
  ["client_secret_post", oauth.ClientSecretPost, openid.ClientSecretPost]
] as const

describe("oauth4webapi", () => {
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }))
  const request = async (authentication: oauth.ClientAuth) => {
    const [server, client] = [await discover(), { client_id: clientId }]
    const answer = await oauth.clientCredentialsGrantRequest(server, client, authentication, {}, insecure)
    return oauth.processClientCredentialsResponse(server, client, answer)
  }

  it("discovers the token endpoint (RFC 8414)", async () =>
    assert.strictEqual((await discover()).token_endpoint, `${publicUrl}/oauth/token`))

  it.for(methods)("gets a token with %s, and calls with it (RFC 6749 §4.4)", async ([, authenticate]) => {
    const { access_token, token_type, expires_in } = await request(authenticate(secret))
    assert.deepStrictEqual({ token_type, expires_in }, { token_type: "bearer", expires_in: 3_600 })
    const address = new URL("/v1/organizations", issuer)
    const answer = await oauth.protectedResourceRequest(access_token, "GET", address, undefined, null, insecure)
    assert.include(await answer.text(), '"org_acme"')
  })

  it.for(methods)("gets its typed error for a wrong secret with %s (RFC 6749 §5.2)", async ([, authenticate]) => {
    const error: unknown = await request(authenticate("wrong")).catch((error: unknown) => error)
    // A challenge counts as the answer of the authentication layer, so it is that error where one is sent.
    assert.isTrue(error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError)
    if (error instanceof oauth.ResponseBodyError) assert.strictEqual(error.error, "invalid_client")
    if (error instanceof oauth.WWWAuthenticateChallengeError) assert.strictEqual(error.status, 401)
  })

  it("does not take a service of another name (negative control)", async () => {
    const other = new URL("http://127.0.0.1:1")
    const answer = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })
    const outcome = await oauth.processDiscoveryResponse(other, answer).then(
      () => "taken",
      () => "refused"
    )
    assert.strictEqual(outcome, "refused")
  })
})

describe("openid-client", () => {
  const configure = (authentication: openid.ClientAuth) =>
    openid.discovery(issuer, clientId, undefined, authentication, {
      algorithm: "oauth2",
      execute: [openid.allowInsecureRequests]
    })

  it.for(methods)("gets a token with %s, and calls with it (RFC 6749 §4.4)", async ([, , authenticate]) => {
    const configuration = await configure(authenticate(secret))
    const { access_token, expires_in } = await openid.clientCredentialsGrant(configuration)
    assert.strictEqual(expires_in, 3_600)
    const address = new URL("/v1/organizations", issuer)
    const answer = await openid.fetchProtectedResource(configuration, access_token, address, "GET")
    assert.include(await answer.text(), '"org_acme"')
  })

  it.for(methods)("gets its typed error for a wrong secret with %s (RFC 6749 §5.2)", async ([, , authenticate]) => {
    const configuration = await configure(authenticate("wrong"))
    const error: unknown = await openid.clientCredentialsGrant(configuration).catch((error: unknown) => error)
    assert.isTrue(error instanceof openid.ResponseBodyError || error instanceof openid.WWWAuthenticateChallengeError)
  })
})
