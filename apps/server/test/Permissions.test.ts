/**
 * What each permission opens: a token with that permission alone gets in, one with all others does not (decisions, Tokens and
 * Resources). Where one of several is enough, a token with any of them gets in.
 */
import { permissions } from "@partner-api/domain/Permission"
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const { call, scoped, tokens } = await sharedServer()

const user = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
const created = await call("POST", "/v1/users", { token: tokens.acme, json: user })
const userId = String(membersOf(created)["id"])

describe("a permission", () => {
  it.for([
    [["jobs:read"], "GET", "/v1/jobs", 200],
    [["jobs:read"], "GET", "/v1/jobs/job_00000001", 200],
    [["jobs:write"], "POST", "/v1/jobs", 201],
    [["jobs:write"], "PATCH", "/v1/jobs/job_00000001", 200],
    [["users:read"], "GET", "/v1/users", 200],
    [["users:read"], "GET", `/v1/users/${userId}`, 200],
    [["users:write"], "POST", "/v1/users", 201],
    [["users:write"], "PATCH", `/v1/users/${userId}`, 200],
    [["agencies:read"], "GET", "/v1/agencies", 200],
    [["agencies:read"], "GET", "/v1/agencies/agy_hirewell", 200],
    [["agencies:read", "fees:write"], "GET", "/v1/agencies/agy_hirewell/fees", 200],
    [["fees:write"], "POST", "/v1/agencies/agy_hirewell/fees", 200]
  ] as const)("%j opens %s %s, and no other does (decisions, Resources)", async ([names, method, path, status]) => {
    const added: Readonly<Record<string, object>> = {
      "/v1/jobs": { title: "Engineer", description: "Builds" },
      "/v1/users": { ...user, email: "permission@example.com" }
    }
    const json = added[path] ?? {}
    const request = async (permissions: ReadonlyArray<string>) =>
      call(method, path, {
        token: await scoped(tokens.primary, "org_acme", permissions),
        ...(method === "GET" ? {} : { json })
      })
    const refused = await request(permissions.filter((other) => !names.some((name) => name === other)))
    assert.strictEqual(errorOf(refused), "403 forbidden")
    assert.include(refused.text, `lacks the permission ${names.join(" or ")}.`)
    for (const name of names) assert.strictEqual((await request([name])).status, status)
  })
})
