/**
 * What a client is to itself: `GET /v1/client` shows its name and what its grants hold now, and nothing of others (decisions, Tokens).
 */
import { permissions } from "@partner-api/domain/Permission"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { openDatabase, sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const readItems = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))
const own = (token: string) => call("GET", "/v1/client", { token })

describe("the client of a token", () => {
  it("is shown with what each of its grants holds, ordered by organization (decisions, Tokens)", async () => {
    const answer = await own(tokens.primary)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      id: "sandbox-client",
      name: membersOf(answer)["name"],
      grants: ["org_acme", "org_globex"].map((organization_id) => ({ organization_id, permissions: [...permissions] })),
      limits: {
        organization: { requests_per_second: 100_000, burst: 100_000 },
        client: { requests_per_second: 400_000, burst: 400_000 },
        grants: 1_000,
        live_tokens: 10_000,
        secrets: 2
      },
      secrets: membersOf(answer)["secrets"]
    })
    const [secret, ...others] = readItems(membersOf(answer)["secrets"])
    assert.deepStrictEqual(others, [])
    assert.match(String(secret?.["id"]), /^sec_[A-Za-z0-9_-]{8}$/)
    assert.deepStrictEqual(Object.keys(secret ?? {}), ["id", "created_at", "last_used_hour"])
    assert.match(String(secret?.["last_used_hour"]), /:00:00\.000Z$/)
  })

  it("is the same for both kinds of token of the level, and 403 for one of an organization (docs/tokens)", async () => {
    assert.strictEqual((await own(await server.partner())).status, 200)
    assert.strictEqual(errorOf(await own(await server.scoped(tokens.primary))), "403 forbidden")
  })

  it("shows of a bound grant what it can hold, and its agency, as soon as the operator has bound it (decisions, Tokens)", async () => {
    await using own = await startServer()
    const token = await own.primary()
    const grants = async () => membersOf(await own.call("GET", "/v1/client", { token }))["grants"]
    const before = await grants()
    using operator = openDatabase(own.databaseFile)
    operator.db.exec("UPDATE grants SET agency_id = 'agy_hirewell' WHERE organization_id = 'org_acme'")
    operator.db.exec("DELETE FROM grants WHERE organization_id = 'org_globex'")
    const after = await grants()
    assert.notDeepEqual(after, before)
    assert.deepStrictEqual(after, [
      {
        organization_id: "org_acme",
        permissions: [
          "jobs:read",
          "applications:read",
          "applications:write",
          "agencies:read",
          "webhooks:manage",
          "placements:read"
        ],
        agency_id: "agy_hirewell"
      }
    ])
  })
})
