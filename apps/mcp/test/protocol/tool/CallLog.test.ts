/**
 * The log has one line for each call: tool, caller, outcome and time, and nothing of its arguments or of its answer.
 */
import { assert, describe, it } from "@effect/vitest"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { createTestServer } from "@partner-api/client/testing"
import { type Human, says } from "../../fixture/Clients.ts"
import { audience, startIssuer } from "../../fixture/Issuer.ts"
import { makeClient, overHttp, startProduct } from "../../product/Product.ts"

const organization_id = "org_1"

const callsIn = (log: ReadonlyArray<string>): ReadonlyArray<Record<string, unknown>> =>
  log.map((line): Record<string, unknown> => JSON.parse(line)).filter(({ event }) => event === "tool_call")

describe("a call in the log", () => {
  it("says how it ended, with the cause of a failure, and nothing that was sent or answered", async () => {
    const server = createTestServer()
    const human: Human = { questions: [], answer: says("accept") }
    await using way = await overHttp(server, "auto", human, {
      choices: { toolsets: ["users", "jobs"], writes: ["users"] }
    })
    const call = (name: string, given: object) => way.client.callTool({ name, arguments: { ...given } })
    await call("find_users", { organization_id, text: "Lovelace" })
    await call("find_users", { organization_id, surname: "Lovelace" })
    await call("get_user", { organization_id, user_id: "usr_none" })
    await call("add_user", {
      organization_id,
      first_name: "Canary",
      last_name: "B",
      email: "canary@example.com",
      mode: "apply"
    })
    await call("create_job", { organization_id, title: "Canary", description: "D" })
    server.answer("users.get", () => ({ status: 409, body: { error: "a code\nof lines", message: "No." } }))
    await call("get_user", { organization_id, user_id: "usr_1" })
    const calls = callsIn(way.running.log)
    assert.deepStrictEqual(
      calls.map(({ tool, outcome, error }) => [tool, outcome, error]),
      [
        ["find_users", "ok", undefined],
        ["find_users", "not_sent", "invalid_arguments"],
        ["get_user", "rejected", "not_found"],
        // The question, and the call with its answer.
        ["add_user", "asked", undefined],
        ["add_user", "ok", undefined],
        ["create_job", "not_sent", "not_enabled"],
        ["get_user", "rejected", "unnamed"]
      ]
    )
    for (const { caller, event: _, ms, time, ...others } of calls) {
      assert.strictEqual(caller, "local")
      assert.isTrue(Number.isInteger(ms) && Number(ms) >= 0)
      assert.match(String(time), /Z$/)
      for (const member of Object.keys(others)) assert.include(["tool", "outcome", "error"], member)
    }
    assert.notMatch(way.log(), /Lovelace|[Cc]anary|usr_/)
  })

  it("has the subject of a token, cut and without hidden characters", async () => {
    await using issuer = await startIssuer()
    await using running = await startProduct(createTestServer(), {
      authorization: { kind: "issuer", issuer: issuer.issuer, audience, scopes: ["jobs:read"] }
    })
    const token = await issuer.token({ scope: "jobs:read", sub: `robin\u202E\n${"x".repeat(200)}` })
    const client = makeClient("auto", undefined)
    const headers = { authorization: `Bearer ${token}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(running.url), { requestInit: { headers } }))
    await client.callTool({ name: "list_jobs", arguments: { organization_id } })
    await client.close()
    const [call] = callsIn(running.log)
    assert.match(String(call?.["caller"]), /^subject robin\\u202E\nx+…$/)
    assert.isAtMost(String(call?.["caller"]).length, 110)
  })
})
