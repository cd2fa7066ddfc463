/**
 * The person of a call over HTTP: writes name the user of the platform whom the token names (recruiting 11).
 */
import { createTestServer } from "@partner-api/client/testing"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { jsonOf, says } from "../fixture/Clients.ts"
import { audience, startIssuer } from "../fixture/Issuer.ts"
import { makeClient, startProduct } from "./Product.ts"

const scope = "jobs:read users:read users:write"

/** Adds a user by a tool, with a token that has these claims. */
const addUser = async (claims: Readonly<Record<string, unknown>>) => {
  await using issuer = await startIssuer()
  const server = createTestServer()
  await using product = await startProduct(server, {
    authorization: {
      kind: "issuer",
      issuer: issuer.issuer,
      audience,
      scopes: scope.split(" "),
      personClaim: "platform_user"
    }
  })
  const client = makeClient("auto", { questions: [], answer: says("accept") })
  const requestInit = { headers: { authorization: `Bearer ${await issuer.token({ scope, ...claims })}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(product.url), { requestInit }))
  const answer = await client.callTool({
    name: "add_user",
    arguments: {
      organization_id: "org_1",
      first_name: "Mary",
      last_name: "Shelley",
      email: "mary@example.com",
      mode: "apply"
    }
  })
  await client.close()
  const partner = product.platform.partner.organization("org_1")
  return { answer: jsonOf(answer), partner }
}

/** The persons of the entries of an organization. */
const personsOf = async ({ partner }: Awaited<ReturnType<typeof addUser>>) => {
  const { content } = await Effect.runPromise(partner.auditLog.list().page)
  return content.map(({ user_id }) => user_id)
}

describe("a write over HTTP", () => {
  it("is recorded on behalf of the user whom the token names (recruiting 11)", async () => {
    const added = await addUser({ platform_user: "usr_1" })
    assert.strictEqual(added.answer["status"], "added")
    assert.deepStrictEqual(await personsOf(added), ["usr_1"])
  })

  it("is the client's where the token names nobody (recruiting 11)", async () => {
    const added = await addUser({})
    assert.strictEqual(added.answer["status"], "added")
    assert.deepStrictEqual(await personsOf(added), [undefined])
  })

  it("is refused where the user is none of the platform, and nothing is written (recruiting 11)", async () => {
    const refused = await addUser({ platform_user: "usr_none" })
    assert.include(JSON.stringify(refused.answer), "must be the id of an ACTIVE user of this organization")
    assert.deepStrictEqual(await personsOf(refused), [])
  })

  it("needs a claim that can be an id: another token is none (recruiting 11)", async () => {
    const failed = await addUser({ platform_user: "usr 1\r\nX-Other: 1" }).then(
      () => "connected",
      () => "refused"
    )
    assert.strictEqual(failed, "refused")
  })
})
