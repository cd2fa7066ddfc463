/**
 * `partner client` and `--on-behalf-of`, against a server (recruiting 11): the client, its requests and its secrets, and the person of a write.
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
    assert.match(shown, /^Secrets +sec_[\w-]{8} {2}made 2026-.+ {2}last used in the hour of 2026-.+:00:00\.000Z$/m)
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

describe("partner client secrets", () => {
  const loggedInWith = (secret: string) => ({ PARTNER_CLIENT_SECRET: secret })

  it("makes a secret, shows it once on standard output, and ends the other one with it (recruiting 11)", async () => {
    await using service = await startService()
    const [old = ""] = (await client(service, "secrets")).split("  ")
    const { stderr, stdout } = await succeed(service, ["client", "secrets", "create"])
    const [, id = "", secret = ""] = /^(sec_[\w-]{8})\nSecret: ([\w-]{43})\n$/.exec(stdout) ?? []
    assert.include(stderr, "The secret is shown only now.")
    assert.notInclude(stderr, secret)
    const listed = await client(service, "secrets", "list", "--json")
    assert.sameMembers(
      listed
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).id),
      [old, id]
    )
    assert.notInclude(listed, secret)
    const refused = await runPartner(service, ["client", "secrets", "delete", id], loggedInWith(secret))
    assert.notStrictEqual(refused.code, 0)
    assert.include(refused.stderr, "End it with the other secret")
    const ended = await succeed(service, ["client", "secrets", "delete", old], loggedInWith(secret))
    assert.strictEqual(ended.stdout, `${old}\n`)
    assert.notStrictEqual((await runPartner(service, ["client"])).code, 0)
    assert.include((await succeed(service, ["client"], loggedInWith(secret))).stdout, id)
  })

  it("fails where the key was used before, because it has no secret to show (recruiting, Repetition)", async () => {
    await using service = await startService()
    const words = ["client", "secrets", "create", "--idempotency-key", "rotation"]
    await succeed(service, words)
    const { code, stderr, stdout } = await runPartner(service, words)
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /No secret is shown: sec_[\w-]{8} was made before under the same key/)
    assert.match(stderr, /whether sec_[\w-]{8} still lives.* partner client secrets delete sec_[\w-]{8}/)
  })
})

describe("--on-behalf-of", () => {
  it("names the person of a write in the audit log and in the history, before and after the command (recruiting 11)", async () => {
    await using service = await startService()
    const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
    await succeed(service, ["--on-behalf-of", "usr_1", "jobs", "hold", "job_1"], inOrganization)
    await succeed(service, ["jobs", "open", "job_1", "--on-behalf-of", "usr_1"], inOrganization)
    const { stdout } = await succeed(service, ["audit"], inOrganization)
    assert.match(stdout, /job\.held +job_1 +cli_test for usr_1 +status/)
    assert.match(stdout, /job\.opened +job_1 +cli_test for usr_1 +status/)
    const refused = await runPartner(service, ["jobs", "hold", "job_1", "--on-behalf-of", "usr_none"], inOrganization)
    assert.notStrictEqual(refused.code, 0)
    assert.include(refused.stderr, "must be the id of an ACTIVE user of this organization")
  })
})
