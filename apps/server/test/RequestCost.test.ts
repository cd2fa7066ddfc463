/**
 * Requests cost points by their work (decisions, Limits): one before the work, the rest after it, whatever the status. The same request on the same
 * data costs the same here and in the test server of the client library.
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer } from "@partner-api/client/testing"
import { endpoints } from "@partner-api/contract/Endpoints"
import * as Schema from "effect/Schema"
import { errorOf, named } from "./ErrorAnswer.ts"
import { type Answer, type Call, textOf, toRequest } from "./HttpCall.ts"
import { startServer, type TestServerOptions } from "./TestServer.ts"

const tight: TestServerOptions = { rateLimit: { perSecond: 2, burst: 40 } }

/** 20,000 characters in words of eight letters, all of them different. */
const longText = Array.from({ length: 2_222 }, (_, index) => String(10_000_000 + index)).join(" ")
const longJob = { title: "Engineer", description: longText }

const costOf = ({ headers }: Answer): number => Number(headers["ratelimit-cost"] ?? 1)
const leftOf = ({ headers }: Answer): number => Number(/;r=(\d+);/.exec(String(headers["ratelimit"]))?.[1])

describe("a request with much work", () => {
  it("costs more than one request, and what is left says so in whole numbers (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    const token = await server.partner()
    const ordinary = await server.call("GET", "/v1/jobs?limit=1", { token })
    assert.isUndefined(ordinary.headers["ratelimit-cost"])
    assert.strictEqual(leftOf(ordinary), 39)
    const written = await server.call("POST", "/v1/jobs", { token, json: longJob })
    assert.strictEqual(written.status, 201)
    assert.strictEqual(costOf(written), 6)
    assert.strictEqual(leftOf(written), 39 - costOf(written))
    // What is left after it is what the next request finds.
    assert.strictEqual(leftOf(await server.call("GET", "/v1/jobs?limit=1", { token })), leftOf(written) - 1)
  })

  it("is charged whatever its status is (decisions, Limits)", async () => {
    await using server = await startServer(tight)
    const token = await server.partner()
    const refused = await server.call("POST", "/v1/jobs", { token, json: { ...longJob, title: "" } })
    assert.strictEqual(refused.status, 422)
    const missing = await server.call("PATCH", "/v1/jobs/job_none", { token, json: longJob })
    assert.strictEqual(missing.status, 404)
    const body = "x".repeat(60_000)
    const broken = await server.call("POST", "/v1/jobs", {
      token,
      body: `{"title":"${body}`,
      headers: { "content-type": "application/json" }
    })
    assert.strictEqual(broken.status, 400)
    assert.strictEqual(costOf(broken), 3)
  })

  it("may overdraw the allowance, and the wait after it is the true one (decisions, Limits)", async () => {
    await using server = await startServer({ rateLimit: { perSecond: 2, burst: 4 } })
    const token = await server.partner()
    const written = await server.call("POST", "/v1/jobs", { token, json: longJob })
    assert.strictEqual(written.status, 201)
    assert.strictEqual(leftOf(written), 0)
    // The bucket held 4; one is needed for the next request.
    const waitSeconds = Math.ceil((costOf(written) - 4 + 1) / 2)
    const refused = await server.call("GET", "/v1/jobs?limit=1", { token })
    assert.strictEqual(errorOf(refused), named(429))
    assert.strictEqual(refused.headers["retry-after"], String(waitSeconds))
    await server.advance(waitSeconds * 1_000 - 501)
    assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token })).status, 429)
    await server.advance(501)
    assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token })).status, 200)
  })

  it("owes no more than a minute of its allowance, however much it does (decisions, Limits)", async () => {
    await using server = await startServer({ rateLimit: { perSecond: 0.1, burst: 6 } })
    const token = await server.partner()
    // 240,000 bytes of a body that is refused.
    const body = `{"title":"${String.raw`\ud840\udc00`.repeat(20_000)}"}`
    const refused = await server.call("POST", "/v1/jobs", {
      token,
      body,
      headers: { "content-type": "application/json" }
    })
    assert.deepStrictEqual([refused.status, costOf(refused)], [422, 14])
    // Without a bound, 8 points would be owed; a minute brings 6. The next request needs one more.
    await server.advance(69_999)
    assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token })).status, 429)
    await server.advance(1)
    assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token })).status, 200)
  })

  it("is charged to all organizations of the client together, too (decisions, Limits)", async () => {
    await using server = await startServer({ rateLimit: { perSecond: 1, burst: 1 } })
    const primary = await server.primary()
    const acme = await server.scoped(primary)
    await server.advance(60_000)
    const globex = await server.scoped(primary, "org_globex")
    await server.advance(60_000)
    // The client has 4 at once.
    const written = await server.call("POST", "/v1/jobs", { token: acme, json: longJob })
    assert.isAtLeast(costOf(written), 4)
    const refused = await server.call("GET", "/v1/jobs?limit=1", { token: globex })
    assert.strictEqual(refused.status, 429)
    assert.match(String(refused.headers["ratelimit-policy"]), /^"client";/)
  })
})

/** Every list of an organization. */
const lists = endpoints.filter(
  ({ metadata, path }) => metadata.paginated && metadata.access.level === "scoped" && !path.includes(":")
)

it("a request for the sandbox's data costs one, whatever it lists or searches (decisions, Limits)", async () => {
  await using server = await startServer()
  const token = await server.partner()
  const paths = lists.map(({ path }) => `${path}?limit=100`)
  for (const path of [...paths, "/v1/jobs?q=berlin", "/v1/jobs?q=senior+engineer&status=OPEN", "/v1/users?q=charles"]) {
    const answer = await server.call("GET", path, { token })
    assert.strictEqual(answer.status, 200, path)
    assert.isUndefined(answer.headers["ratelimit-cost"], path)
  }
})

/** A job with a text of a number of words. */
const jobOf = (words: number) => ({
  title: "Engineer",
  description: longText.slice(0, words * 9),
  status: "OPEN",
  external_id: `E-${words}`
})

const requests: ReadonlyArray<readonly [what: string, method: string, path: string, call: Call]> = [
  ["a short job", "POST", "/v1/jobs", { json: jobOf(20) }],
  ["a job of 600 words", "POST", "/v1/jobs", { json: jobOf(600) }],
  ["the longest job", "POST", "/v1/jobs", { json: jobOf(2_200) }],
  ["the longest job under a key", "POST", "/v1/jobs", { json: jobOf(2_100), headers: { "idempotency-key": "one" } }],
  ["the same once more", "POST", "/v1/jobs", { json: jobOf(2_100), headers: { "idempotency-key": "one" } }],
  ["a list of them", "GET", "/v1/jobs?status=OPEN", {}],
  ["a search of one word", "GET", "/v1/jobs?q=10000019", {}],
  [
    "a search of eight words",
    "GET",
    "/v1/jobs?q=10000000+10000001+10000002+10000003+10000004+10000005+10000006+10000007",
    {}
  ],
  ["a user", "POST", "/v1/users", { json: { first_name: "Ada", last_name: "King", email: "king@example.com" } }],
  ["a webhook endpoint", "POST", "/v1/webhook_endpoints", { json: { url: "https://example.com/hooks" } }],
  ["a body that is refused", "POST", "/v1/users", { json: { first_name: longText } }]
]

const readToken = Schema.decodeUnknownSync(Schema.Struct({ access_token: Schema.String }))

it("every request costs the same on each engine and in the server for tests (decisions, Limits)", async () => {
  await using server = await startServer({ rateLimit: { perSecond: 50, burst: 200 } })
  const primary = await server.primary()
  const organization = textOf(
    await server.call("POST", "/v1/organizations", { token: await server.primary(), json: { name: "New" } }),
    "id"
  )
  const token = await server.scoped(primary, organization)
  const double = createTestServer({
    rateLimit: { perSecond: 50, burst: 200 },
    organizations: [{ id: "org_new", name: "New" }]
  })
  const { baseUrl, clientId, clientSecret } = double
  const login = toRequest(`${baseUrl}/v1/auth/token`, "POST", {
    json: { client_id: clientId, client_secret: clientSecret }
  })
  const { access_token } = readToken(await (await double.fetch(login)).json())
  for (const [what, method, path, call] of requests) {
    const answer = await server.call(method, path, { ...call, token })
    const doubled = await double.fetch(toRequest(`${baseUrl}${path}`, method, { ...call, token: access_token }))
    assert.strictEqual(doubled.status, answer.status, what)
    assert.strictEqual(Number(doubled.headers.get("ratelimit-cost") ?? 1), costOf(answer), what)
  }
})
