/**
 * `partner client`, against a server (recruiting 11): the client, and its requests.
 */
import { assert, describe, it } from "@effect/vitest"
import { runPartner, succeed } from "./Program.ts"
import { type Service, startService } from "./Service.ts"

const client = async (service: Service, ...args: ReadonlyArray<string>) =>
  (await succeed(service, ["client", ...args])).stdout

describe("partner client show", () => {
  it("shows grants, limits, and secrets by their ids (recruiting 11)", async () => {
    await using service = await startService()
    const shown = await client(service)
    assert.strictEqual(await client(service, "show"), shown)
    assert.match(shown, /^Client +cli_test {2}Test$/m)
    assert.match(shown, /^Grants +org_1 {2}jobs:read, /m)
    assert.match(shown, /^Rate +50 requests a second, 200 at once in each organization$/m)
    assert.match(shown, /^Secrets +sec_[\w-]{8} {2}made 2026-.+ {2}last used 2026-.+$/m)
    const own: unknown = JSON.parse(await client(service, "show", "--json"))
    assert.hasAllKeys(own, ["id", "name", "grants", "limits", "secrets"])
  })
})

describe("partner client requests", () => {
  it("lists the requests of the client, and finds the one that an error names (recruiting 11)", async () => {
    await using service = await startService()
    const { code, stderr } = await runPartner(service, ["jobs", "get", "job_none"], { PARTNER_ORGANIZATION: "org_1" })
    assert.notStrictEqual(code, 0)
    const [, requestId = ""] = /\(request ([\w-]+)\)/.exec(stderr) ?? []
    const line = await client(service, "requests", "--request-id", requestId)
    assert.match(line, new RegExp(`${requestId} +404 +GET /v1/jobs/:jobId +not_found`))
    const refused = (await client(service, "requests", "--status", "4xx", "--json")).trim().split("\n")
    assert.strictEqual(refused.length, 1)
    assert.strictEqual(JSON.parse(refused[0] ?? "").request_id, requestId)
    const all = (await client(service, "requests", "--all", "--csv")).trim().split("\n")
    assert.isAbove(all.length, 2)
  })

  it("refuses a status that is none, before anything is sent (recruiting 11)", async () => {
    await using service = await startService()
    const { code, stderr } = await runPartner(service, ["client", "requests", "--status", "9"])
    assert.notStrictEqual(code, 0)
    assert.include(stderr, "must be a status such as 422")
  })
})
