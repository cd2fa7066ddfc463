/**
 * What the service answers without a token, each document alone (decisions, Discovery).
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { membersOf } from "./HttpCall.ts"
import { startServer } from "./TestServer.ts"

const server = await startServer()
afterAll(server.stop)

const get = async (path: string) => {
  const answer = await server.call("GET", path)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
}

describe("without a token", () => {
  it.for(["/health/live", "/health/ready"])("%s says that all is well (decisions, Discovery)", async (path) =>
    assert.deepStrictEqual((await get(path)).json, { status: "ok" })
  )

  it("/openapi.json is an OpenAPI document of version 3.1 (decisions, Discovery)", async () =>
    assert.match(String(membersOf(await get("/openapi.json"))["openapi"]), /^3\.1\./))

  it("/docs is a page that browsers show (decisions, Discovery)", async () => {
    const { headers, text } = await get("/docs")
    assert.match(String(headers["content-type"]), /^text\/html/)
    assert.match(text, /^<!doctype html>/i)
  })

  it("/.well-known/oauth-authorization-server says where tokens are to be had (RFC 8414)", async () => {
    const metadata = membersOf(await get("/.well-known/oauth-authorization-server"))
    assert.strictEqual(metadata["issuer"], server.publicUrl)
    assert.strictEqual(metadata["token_endpoint"], `${server.publicUrl}/oauth/token`)
  })

  it("/.well-known/partner-api names what the specification does not have (decisions, Discovery)", async () =>
    assert.includeMembers(Object.values(membersOf(await get("/.well-known/partner-api"))).flat(), [
      "agencies.read",
      "fees.read",
      "jobs.read",
      "users.read"
    ]))
})
