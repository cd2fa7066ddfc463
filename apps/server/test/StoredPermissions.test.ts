/**
 * Grants that a later release has written (decisions, Tokens): nodes of both releases work on one database during an upgrade.
 */
import { assert, describe, it } from "@effect/vitest"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()

describe("a grant with a permission of a later release", () => {
  it("holds the others, in a token that was there before too", async () => {
    await server.query(
      `UPDATE grants SET permissions = ? WHERE client_id = ? AND organization_id = ?`,
      JSON.stringify(["jobs:read", "dreams:read"]),
      "sandbox-client",
      "org_acme"
    )
    await server.advance(1_000)
    const { call, tokens } = server
    assert.strictEqual((await call("GET", "/v1/jobs?limit=1", { token: tokens.acme })).status, 200)
    assert.strictEqual((await call("GET", "/v1/users?limit=1", { token: tokens.acme })).status, 403)
  })
})
