/**
 * What one caller may ask for (decisions, Limits): a bucket for each client and organization, and a bound for failed logins of one
 * address. The clock is the test's, so a bucket fills to the millisecond.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { type Answer, textOf } from "./HttpCall.ts"
import { shareOf } from "@partner-api/service/services/access/RateLimits"
import { startServer, type TestServer, type TestServerOptions } from "./TestServer.ts"

const tight: TestServerOptions = { rateLimit: { perSecond: 2, burst: 4 } }
const jobs = (server: TestServer, token: string) => server.call("GET", "/v1/jobs?limit=1", { token })

const left = (answer: Answer) =>
  /^"default";r=(\d+);t=(\d+)$/.exec(String(answer.headers["ratelimit"]))?.slice(1).map(Number)

const statuses = async (count: number, send: () => Promise<Answer>) => {
  const found: Array<number> = []
  for (let index = 0; index < count; index++) found.push((await send()).status)
  return found
}

describe("a client in one organization", () => {
  it("gets its limit from several nodes in parts (decisions, Limits)", async () => {
    const whole = { perSecond: 3, burst: 7 }
    const [one, two] = [
      await startServer({ rateLimit: shareOf(whole, 2) }),
      await startServer({ rateLimit: shareOf(whole, 2) })
    ]
    let granted = 0
    for (const node of [one, two]) {
      const token = await node.partner()
      granted += (await statuses(5, () => jobs(node, token))).filter((status) => status === 200).length
      assert.strictEqual((await jobs(node, token)).headers["ratelimit-policy"], '"default";q=3;w=2')
      await node.stop()
    }
    // Never more than all of it.
    assert.strictEqual(granted, 6)
  })

  it("may ask so much at once and so much a second, and gets what is left (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    const token = await server.partner()
    const first = await jobs(server, token)
    assert.strictEqual(first.headers["ratelimit-policy"], '"default";q=4;w=2')
    assert.deepStrictEqual(left(first), [3, 1])
    assert.deepStrictEqual(await statuses(4, () => jobs(server, token)), [200, 200, 200, 429])
    const refused = await jobs(server, token)
    assert.strictEqual(errorOf(refused), named(429))
    assert.strictEqual(refused.headers["retry-after"], "1")
    assert.deepStrictEqual(left(refused), [0, 1])
    await server.advance(499)
    assert.strictEqual((await jobs(server, token)).status, 429)
    await server.advance(1)
    assert.deepStrictEqual(await statuses(2, () => jobs(server, token)), [200, 429])
    await server.advance(60_000)
    assert.deepStrictEqual(await statuses(5, () => jobs(server, token)), [200, 200, 200, 200, 429])
  })

  it("is counted by client and organization, whatever token it uses (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    const [one, two] = [await server.partner(), await server.partner()]
    await statuses(4, () => jobs(server, one))
    assert.strictEqual((await jobs(server, two)).status, 429)
    // Another client in the same organization, and another organization of one client, have buckets of their own.
    assert.strictEqual((await jobs(server, await server.partner("sandbox-reader"))).status, 200)
    const primary = await server.primary()
    const [acme, globex] = [await server.scoped(primary), await server.scoped(primary, "org_globex")]
    await statuses(4, () => jobs(server, acme))
    assert.deepStrictEqual([(await jobs(server, acme)).status, (await jobs(server, globex)).status], [429, 200])
  })

  it("gets what is left with errors too, and without a token nothing is (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    const token = await server.partner("sandbox-reader")
    const forbidden = await server.call("GET", "/v1/users", { token })
    assert.strictEqual(forbidden.status, 403)
    assert.deepStrictEqual(left(forbidden), [3, 1])
    const unknown = await server.call("GET", "/v1/jobs", { token: "A".repeat(43) })
    assert.isUndefined(unknown.headers["ratelimit"])
    assert.isUndefined((await server.call("GET", "/health/live")).headers["ratelimit-policy"])
  })
})

describe("a client in all its organizations", () => {
  it("may ask four times as much, token requests included (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    // One token request, three of the primary token, and four in each of two organizations.
    const primary = await server.primary()
    const scoped = [await server.scoped(primary), await server.scoped(primary, "org_globex")]
    assert.strictEqual((await server.call("GET", "/v1/organizations", { token: primary })).status, 200)
    for (const token of scoped) {
      assert.deepStrictEqual(await statuses(4, () => jobs(server, token)), [200, 200, 200, 200])
      // What an organization's own bucket refuses is not taken from the client's.
      assert.deepStrictEqual(await statuses(4, () => jobs(server, token)), [429, 429, 429, 429])
    }
    assert.deepStrictEqual(await statuses(5, () => login(server, "sandbox-secret")), [200, 200, 200, 200, 429])
  })

  it("gets no new allowance with a new organization (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    const primary = await server.primary()
    const ids: Array<string> = []
    for (const name of ["One", "Two"]) {
      ids.push(textOf(await server.call("POST", "/v1/organizations", { token: primary, json: { name } }), "id"))
    }
    await server.advance(60_000)
    const [one = "", two = ""] = [await server.scoped(primary, ids[0]), await server.scoped(primary, ids[1])]
    await server.advance(60_000)
    await statuses(14, () => login(server, "sandbox-secret"))
    // Two of the sixteen are left, whatever the organization.
    const answers = [await jobs(server, one), await jobs(server, two), await jobs(server, two)]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 429]
    )
  })

  it("gets 429 at the token endpoints, after its credentials and before its scope (decisions, Errors)", async () => {
    await using server = await startServer(tight)
    const answers = await statuses(16, () => login(server, "sandbox-secret"))
    assert.deepStrictEqual([...new Set(answers)], [200])
    const refused = await server.call("POST", "/oauth/token", {
      form: { ...wrong, client_secret: "sandbox-secret", scope: "jobs" }
    })
    assert.strictEqual(refused.status, 429)
    assert.hasAllKeys(refused.json, ["error", "error_description", "message", "request_id"])
    assert.strictEqual(textOf(refused, "error"), "rate_limited")
    assert.strictEqual(refused.headers["retry-after"], "1")
    assert.strictEqual(refused.headers["ratelimit-policy"], '"client";q=16;w=2')
    assert.strictEqual((await login(server, "wrong")).status, 401)
    const json = { client_id: "sandbox-client", client_secret: "sandbox-secret" }
    assert.strictEqual(errorOf(await server.call("POST", "/v1/auth/token", { json })), named(429))
    assert.strictEqual((await server.call("POST", "/oauth/revoke", { form: { ...json, token: "x" } })).status, 429)
    // Another client is not concerned.
    assert.strictEqual((await jobs(server, await server.partner("sandbox-reader"))).status, 200)
    await server.advance(250)
    assert.strictEqual((await login(server, "sandbox-secret")).status, 200)
  })
})

const wrong = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "wrong" }
const login = (server: TestServer, secret: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call("POST", "/oauth/token", { form: { ...wrong, client_secret: secret }, headers })

describe("an address with wrong credentials", () => {
  it("gets 401 twenty times a minute, then to wait; right ones are never held up (decisions, Errors)", async () => {
    await using server = await startServer()
    assert.deepStrictEqual(await statuses(21, () => login(server, "wrong")), [...Array<number>(20).fill(401), 429])
    const refused = await login(server, "wrong")
    assert.strictEqual(errorOf(refused), named(429))
    assert.strictEqual(refused.headers["retry-after"], "60")
    assert.strictEqual((await login(server, "sandbox-secret")).status, 200)
    // The other flow counts with it, and so does revocation.
    const json = { client_id: "sandbox-client", client_secret: "wrong" }
    assert.strictEqual((await server.call("POST", "/v1/auth/token", { json })).status, 429)
    assert.strictEqual((await server.call("POST", "/oauth/revoke", { form: { ...json, token: "x" } })).status, 429)
    await server.advance(60_000)
    assert.strictEqual((await login(server, "wrong")).status, 401)
  })

  it("gets nothing out of a thousand, and holds up neither right credentials nor other addresses (decisions, Errors)", async () => {
    await using server = await startServer({ trustedProxies: ["127.0.0.1"] })
    const from = (address: string) => ({ "x-forwarded-for": address })
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => login(server, "wrong", from("192.0.2.1"))))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepStrictEqual([count(401), count(429)], [20, 980])
    assert.strictEqual((await login(server, "sandbox-secret", from("192.0.2.1"))).status, 200)
    assert.strictEqual((await login(server, "wrong", from("192.0.2.2"))).status, 401)
  })

  it.for([
    ["203.0.113.7:51234", "203.0.113.7:9", "203.0.113.8:51234"],
    ["[2001:db8::7]:51234", "2001:db8::7", "[2001:db8::8]:51234"],
    ["[2001:db8::7]", "[2001:DB8:0::7]:1", "[2001:db8::8]"],
    ["203.0.113.7:51234, 10.0.0.7:8080", "203.0.113.7", "203.0.113.9:1, 10.0.0.7:8080"]
  ] as const)(
    "is the one that a trusted proxy writes with a port: %s (decisions, Limits)",
    async ([given, same, another]) => {
      const from = (address: string) => ({ "x-forwarded-for": address })
      await using behind = await startServer({ trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] })
      for (let index = 0; index < 20; index++) await login(behind, "wrong", from(given))
      assert.strictEqual((await login(behind, "wrong", from(same))).status, 429)
      assert.strictEqual((await login(behind, "wrong", from(another))).status, 401)
      // Nobody stands in for the proxy itself.
      assert.strictEqual((await login(behind, "wrong")).status, 401)
    }
  )

  it("is the socket's, whatever a header says, unless a trusted proxy says it (decisions, Limits)", async () => {
    const from = (address: string) => ({ "x-forwarded-for": address })
    await using alone = await startServer()
    for (let index = 0; index < 20; index++) await login(alone, "wrong", from(`192.0.2.${index}`))
    assert.strictEqual((await login(alone, "wrong", from("192.0.2.99"))).status, 429)

    await using behind = await startServer({ trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] })
    for (let index = 0; index < 20; index++) {
      // What stands before the last address that no proxy wrote, anybody can make up.
      assert.strictEqual((await login(behind, "wrong", from(`198.51.100.${index}, 192.0.2.1, 10.0.0.7`))).status, 401)
    }
    assert.strictEqual((await login(behind, "wrong", from("192.0.2.1"))).status, 429)
    assert.strictEqual((await login(behind, "wrong", from("192.0.2.2"))).status, 401)
    assert.strictEqual((await login(behind, "wrong", from("not an address"))).status, 401)
  })
})
