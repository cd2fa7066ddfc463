/**
 * Failures as JSON, and the lines of `--verbose` (docs/cli.md, Errors and Requests).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import { selectsJson } from "../../src/cli/OutputForm.ts"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

describe("--json (docs/cli.md, Errors)", () => {
  it.for([
    [["jobs", "--json"], true],
    [["jobs", "--json=yes"], true],
    [["jobs", "--json", "false"], false],
    [["jobs", "--json=0"], false],
    [["jobs", "--json", "--no-json"], false],
    [["jobs", "--no-json", "--json"], true],
    [["jobs", "--", "--json"], false],
    [["jobs", "--jsonx"], false]
  ] as const)("is read from the arguments: %j", ([args, expected]) => assert.strictEqual(selectsJson(args), expected))

  it("prints a refusal of the service in one line, with the members of the API and nothing before it", async () => {
    await using service = await startService({ organizations: [{ id: "org_1", name: "Only" }] })
    const { code, stderr, stdout } = await runPartner(service, ["jobs", "get", "job_none", "--json"])
    assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
    const { docs, remedy, ...refusal } = JSON.parse(stderr)
    assert.deepStrictEqual(refusal, {
      error: "not_found",
      message: "There is no such job in this organization.",
      request_id: service.server.requests.at(-1)?.requestId,
      details: []
    })
    assert.strictEqual(docs, "@partner-api/client/docs/api.md#notfound")
    assert.match(remedy, /\w/)
  })

  it("prints a wrong command line and missing credentials with the same members", async () => {
    const usage = await runPartner(undefined, ["jobs", "--limit", "0", "--json"])
    const missing = await runPartner(undefined, ["jobs", "--json"])
    assert.deepStrictEqual(
      [usage, missing].map(({ code, stderr }) => [code, Object.keys(JSON.parse(stderr)), JSON.parse(stderr).error]),
      [
        [2, ["error", "message", "request_id", "docs", "details", "remedy"], "usage"],
        [1, ["error", "message", "request_id", "docs", "details", "remedy"], "no_credentials"]
      ]
    )
    assert.strictEqual(JSON.parse(usage.stderr).docs, "@partner-api/client/docs/cli.md#errors")
    assert.match(Fs.readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8"), /^## Errors$/m)
  })

  it("prints the idempotency key of a write whose outcome is unknown", async () => {
    await using service = await startService()
    service.server.failNext("jobs.create", "reset-after", { times: 3 })
    const { stderr } = await runPartner(
      service,
      ["jobs", "create", "--title", "Clerk", "--description", "Writes.", "--idempotency-key", "mine", "--json"],
      { PARTNER_ORGANIZATION: "org_1" }
    )
    const { error, idempotency_key } = JSON.parse(stderr)
    assert.deepStrictEqual({ error, idempotency_key }, { error: "network", idempotency_key: "mine" })
  })
})

describe("--verbose (docs/cli.md, Requests)", () => {
  it("prints each request with method, path, status, time and request id, and neither queries nor secrets", async () => {
    await using service = await startService()
    service.server.failNext("users.list", { status: 503 })
    const args = ["users", "list", "--email", "ada@example.com", "--organization", "org_1", "--verbose"]
    // The program itself is looked through for secrets and tokens.
    const { stderr } = await succeed(service, args)
    const lines = stderr.trimEnd().split("\n")
    assert.deepStrictEqual(
      lines.map((line) => line.replace(/ \d+ ms /, " N ms ")),
      [
        "POST /oauth/token 200 N ms req_1",
        "POST /v1/organizations/org_1/token 200 N ms req_2",
        "GET /v1/users 503 N ms req_3",
        "GET /v1/users 200 N ms req_4"
      ]
    )
  })
})
