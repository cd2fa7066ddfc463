/**
 * Requests to endpoints that the library does not know, and headers and query parameters that it does not know (README).
 */
import { assert, describe, it } from "vitest"
import { createClient } from "../src/index.ts"
import { createTestServer } from "../src/testing.ts"
import { failureOf, partnership, tagOf } from "./Partnership.ts"

/** A client whose `fetch` records each request before the server gets it. */
const recordingClient = () => {
  const server = createTestServer()
  const recorded: Array<{ readonly url: string; readonly method: string; readonly headers: Headers }> = []
  const fetch: typeof server.fetch = (input, init) => {
    recorded.push({ url: String(input), method: init?.method ?? "GET", headers: new Headers(init?.headers) })
    return server.fetch(input, init)
  }
  return { server, recorded, options: { ...server.client(), fetch } }
}

const user = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }

describe("request()", () => {
  it("reads and writes with the token of the organization, and gives the whole body (README)", async () => {
    const { partner, server } = partnership()
    const scoped = partner.organization("org_1")
    const job: unknown = await scoped.request("GET", "/v1/jobs/job_1")
    assert.deepInclude(job, { id: "job_1" })
    const { data, response } = await scoped.request("POST", "/v1/users", { body: user }).withResponse()
    assert.deepInclude(data, { email: user.email })
    assert.strictEqual(response.status, 201)
    assert.strictEqual(server.data.users("org_1").filter(({ email }) => email === user.email).length, 1)
  })

  it("of the client has the primary token, and that of the default organization when there is one", async () => {
    const { partner } = partnership()
    assert.lengthOf(Object(await partner.request("GET", "/v1/organizations")), 2)
    assert.strictEqual(await tagOf(partner.request("GET", "/v1/jobs")), "InvalidConfiguration")
    const within = partnership({}, { organization: "org_1" }).partner
    assert.deepInclude(await within.request("GET", "/v1/jobs"), { count: 3 })
    // The contract knows that this one needs the primary token.
    assert.lengthOf(Object(await within.request("GET", "/v1/organizations")), 2)
  })

  it("sends the token of the option `token` to an endpoint that the library does not know", async () => {
    const { recorded, options, server } = recordingClient()
    const partner = createClient({ ...options, organization: "org_1" })
    const tokens: Array<string | null> = []
    for (const token of [undefined, "organization", "primary", "none"] as const) {
      const call = partner.request("GET", "/v2/unknown", token === undefined ? {} : { token })
      assert.strictEqual(await tagOf(call), "NotFound")
      tokens.push(recorded.at(-1)?.headers.get("authorization") ?? null)
    }
    const [byDefault, scoped, primary, none] = tokens
    assert.strictEqual(byDefault, scoped)
    assert.notStrictEqual(scoped, primary)
    assert.isNotNull(primary)
    assert.isNull(none)
    assert.strictEqual(server.count("oauth.token"), 1)
  })

  it("has query, headers and conditions", async () => {
    const { recorded, options } = recordingClient()
    const scoped = createClient(options).organization("org_1")
    const page: unknown = await scoped.request("GET", "/v1/jobs", {
      query: { limit: 1, status: ["OPEN", "DRAFT"], cursor: undefined },
      headers: { "X-Team": "growth" },
      requestId: "my-id"
    })
    assert.deepInclude(page, { count: 1 })
    const { headers, url } = recorded.at(-1) ?? {}
    assert.strictEqual(new URL(url ?? "").search, "?limit=1&status=OPEN&status=DRAFT")
    assert.strictEqual(headers?.get("x-team"), "growth")
    assert.strictEqual(headers?.get("x-request-id"), "my-id")
    const { response } = await scoped.agencies.getFees("agy_1").withResponse()
    const ifNoneMatch = response.headers["etag"] ?? ""
    assert.strictEqual(await tagOf(scoped.request("GET", "/v1/agencies/agy_1/fees", { ifNoneMatch })), "NotModified")
  })

  it("follows `next` below the same address", async () => {
    const { partner } = partnership()
    const scoped = partner.organization("org_1")
    const first = await scoped.jobs.list({ limit: 1 })
    assert.deepInclude(await scoped.request("GET", first.next ?? ""), { count: 1 })
  })

  it("follows `next` of another host at its own address, as lists do, and nothing else (decisions, Discovery)", async () => {
    const { recorded, options } = recordingClient()
    const scoped = createClient(options).organization("org_1")
    const { search } = new URL((await scoped.jobs.list({ limit: 1 })).next ?? "")
    for (const host of ["https://internal.example:8443", "http://10.0.0.7/partner"]) {
      assert.deepInclude(await scoped.request("GET", `${host}/v1/jobs${search}`), { count: 1 })
      assert.strictEqual(await tagOf(scoped.request("GET", `${host}/v1/jobs/job_1`)), "InvalidConfiguration")
      assert.strictEqual(await tagOf(scoped.request("POST", `${host}/v1/jobs`, { body: {} })), "InvalidConfiguration")
    }
    for (const { url } of recorded) assert.isTrue(url.startsWith(String(options.baseUrl)), url)
  })

  it("is retried, keyed, refused and paced like a method", async () => {
    const { partner, server } = partnership()
    const scoped = partner.organization("org_1")
    server.failNext("jobs.get", { status: 503 }, { times: 2 })
    assert.deepInclude(await scoped.request("GET", "/v1/jobs/job_1"), { id: "job_1" })
    server.failNext("users.create", "reset-after")
    await scoped.request("POST", "/v1/users", { body: user })
    const sent = server.requests.filter(({ operation }) => operation === "users.create")
    assert.strictEqual(sent.length, 2)
    assert.strictEqual(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
    const error = await failureOf(scoped.request("POST", "/v1/users", { body: { ...user, email: "x" } }))
    assert.strictEqual(error._tag, "UnprocessableEntity")
    assert.strictEqual(error.operation, "users.create")
    assert.strictEqual(error.details[0]?.path, "/email")
    server.failNext("jobs.get", { status: 429, retryAfterSeconds: 3 })
    const startMs = server.clock.nowMs()
    await scoped.request("GET", "/v1/jobs/job_1")
    assert.isAtLeast(server.clock.nowMs() - startMs, 3_000)
  })

  it("to an endpoint that nobody knows: a read again, a write under its key, and once where there are none", async () => {
    for (const [plain, attempts] of [
      [true, 1],
      [false, 3]
    ] as const) {
      const server = createTestServer({ plain })
      const keys: Array<string | null> = []
      const fetch: typeof server.fetch = (input, init) => {
        if (!String(input).endsWith("/v2/unknown")) return server.fetch(input, init)
        keys.push(new Headers(init?.headers).get("idempotency-key"))
        return Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } }))
      }
      const scoped = createClient({ ...server.client(), fetch }).organization("org_1")
      assert.strictEqual((await failureOf(scoped.request("POST", "/v2/unknown", { body: {} }))).attempts, attempts)
      assert.strictEqual(new Set(keys).size, 1)
      assert.strictEqual(keys[0] === null, plain)
      for (const method of ["GET", "PUT", "DELETE"] as const) {
        assert.strictEqual((await failureOf(scoped.request(method, "/v2/unknown"))).attempts, 3)
      }
    }
  })

  it("goes to the configured address alone, and nothing is sent anywhere else (README)", async () => {
    const { options, recorded } = recordingClient()
    const partner = createClient({ ...options, baseUrl: `${options.baseUrl}/below` })
    const scoped = partner.organization("org_1")
    const { origin } = new URL(options.baseUrl)
    for (const path of [
      "https://elsewhere.example/v1/jobs/job_1",
      "https://elsewhere.example/below/v1/jobs/job_1",
      "//elsewhere.example/v1/jobs/job_1",
      "/\\elsewhere.example/v1/jobs/job_1",
      `${origin.replace("https", "http")}/below/v1/jobs/job_1`,
      `${origin.replace("https://", "https://user:pass@")}/below/v1/jobs/job_1`,
      `${origin}/v1/jobs/job_1`,
      "/../v1/jobs/job_1",
      "/v1/../../jobs",
      "/v1/jobs#fragment",
      "v1/jobs/job_1",
      "javascript:alert(1)",
      "",
      7,
      undefined
    ]) {
      const call = Reflect.apply(scoped.request, undefined, ["GET", path])
      const error = await failureOf(call)
      assert.strictEqual(error._tag, "InvalidConfiguration", String(path))
      assert.strictEqual(error.outcome, "not_sent")
    }
    assert.deepStrictEqual(recorded, [])
  })

  it("refuses what cannot be sent (README)", async () => {
    const { partner, server } = partnership()
    const circle: Record<string, unknown> = {}
    circle["circle"] = circle
    for (const [args, message] of [
      [["HEAD", "/v1/jobs"], /must be one of GET, POST/],
      [["get", "/v1/jobs"], /must be one of GET, POST/],
      [["GET", "/v1/jobs", { body: {} }], /has no body/],
      [["POST", "/v1/jobs", { body: circle }], /JSON/],
      [["POST", "/v1/jobs", { token: "scoped" }], /token must be one of/],
      [["GET", "/v1/jobs", { querry: {} }], /Did you mean query\?/],
      [["GET", "/v1/jobs", null], /must be an object/],
      [["GET", "/v1/jobs", { query: { limit: {} } }], /query\.limit/],
      [["GET", "/v1/jobs", { query: [] }], /query must be an object/]
    ] as const) {
      const error = await failureOf(Reflect.apply(partner.request, undefined, args))
      assert.strictEqual(error._tag, "InvalidConfiguration")
      assert.match(error.message, message)
    }
    assert.strictEqual(server.count(), 0)
  })
})

describe("headers and query of a call", () => {
  it("go with its request, those of a list with each page; the query with the first (README)", async () => {
    const { recorded, options } = recordingClient()
    const { jobs } = createClient({ ...options, headers: { "X-Gateway": "g" } }).organization("org_1")
    const query = { status: ["OPEN", "DRAFT", "ON_HOLD", "CLOSED"] }
    for await (const _ of jobs.list({ limit: 2 }, { headers: { "x-team": "growth" }, query })) {
      // The pages are what is looked at.
    }
    const pages = recorded.filter(({ url }) => new URL(url).pathname === "/v1/jobs")
    assert.isAbove(pages.length, 1)
    assert.deepStrictEqual(
      pages.map(({ headers }) => [headers.get("x-team"), headers.get("x-gateway")]),
      pages.map(() => ["growth", "g"])
    )
    assert.strictEqual(
      new URL(pages[0]?.url ?? "").search,
      "?limit=2&status=OPEN&status=DRAFT&status=ON_HOLD&status=CLOSED"
    )
    assert.isFalse(pages[1]?.url.includes("status"))
    // Requests for tokens pass the same gateway, and belong to no call.
    const tokens = recorded.filter(({ url }) => url.endsWith("/token"))
    assert.deepStrictEqual(
      tokens.map(({ headers }) => [headers.get("x-gateway"), headers.get("x-team")]),
      [
        ["g", null],
        ["g", null]
      ]
    )
  })

  it("have values that a header can have in the options of their own (README)", async () => {
    const { partner, server } = partnership()
    for (const [options, message] of [
      [{ onBehalfOf: "usr_1\r\nx: y" }, "onBehalfOf must be 1 to 64 printable ASCII characters"],
      [{ onBehalfOf: "u".repeat(65) }, "onBehalfOf must be 1 to 64 printable ASCII characters"],
      [{ idempotencyKey: "üsr" }, "idempotencyKey must be 1 to 255 printable ASCII characters"],
      [{ idempotencyKey: "" }, "idempotencyKey must be 1 to 255 printable ASCII characters"]
    ] as const) {
      const user = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
      const { users } = partner.organization("org_1")
      const error = await failureOf(Reflect.apply(users.create, undefined, [user, options]))
      assert.strictEqual(error._tag, "InvalidConfiguration")
      assert.include(error.message, message)
    }
    assert.strictEqual(server.count("users.create"), 0)
  })

  it("cannot be those that the client writes, nor break out of their line (README)", async () => {
    const { partner, server } = partnership()
    for (const [headers, message] of [
      [{ Authorization: "Bearer x" }, /authorization: the client sends the token/],
      [{ "x-auth-token": "x" }, /x-auth-token/],
      [{ "Idempotency-Key": "x" }, /idempotencyKey/],
      [{ "If-Match": "x" }, /ifMatch/],
      [{ "x-request-id": "x" }, /requestId/],
      [{ host: "elsewhere.example" }, /host/],
      [{ "x-a": "b\r\nx-c: d" }, /x-a must be text on one line/],
      [{ "x a": "b" }, /name/],
      [{ "x-a": 1 }, /x-a/],
      [[["x-a", "b"]], /must be an object/]
    ] as const) {
      const error = await failureOf(Reflect.apply(partner.organizations.list, undefined, [{ headers }]))
      assert.strictEqual(error._tag, "InvalidConfiguration")
      assert.match(error.message, message)
      assert.isFalse(error.message.includes("Bearer x"))
    }
    assert.strictEqual(server.count(), 0)
  })
})

describe("withOptions", () => {
  it("is the same client with other defaults, and a call counts more than they do (README)", async () => {
    const { recorded, options, server } = recordingClient()
    const partner = createClient(options)
    const copy = partner.withOptions({ retries: 0, headers: { "x-a": "1", "x-b": "1" } })
    const { jobs } = copy.organization("org_1")
    await partner.organization("org_1").jobs.get("job_1")
    server.failNext("jobs.get", { status: 503 }, { times: 3 })
    assert.strictEqual((await failureOf(jobs.get("job_1"))).attempts, 1)
    const again = copy.withOptions({ timeoutMs: 1_000 }).organization("org_1").jobs
    assert.strictEqual((await failureOf(again.get("job_1"))).attempts, 1)
    await again.get("job_1", { retries: 1, headers: { "x-b": "2" } })
    const sent = recorded.at(-1)?.headers
    assert.deepStrictEqual([sent?.get("x-a"), sent?.get("x-b")], ["1", "2"])
    await copy.organization("org_1").request("GET", "/v1/jobs/job_1")
    assert.strictEqual(recorded.at(-1)?.headers.get("x-a"), "1")
    // The tokens are shared, and the client itself is as it was.
    assert.strictEqual(server.count("oauth.token"), 1)
    await partner.organization("org_1").jobs.get("job_1")
    assert.isNull(recorded.at(-1)?.headers.get("x-a"))
  })

  it("names the person on whose behalf writes of an organization are made, and no other call does (recruiting 11)", async () => {
    const { recorded, options, server } = recordingClient()
    const copy = createClient(options).withOptions({ onBehalfOf: "usr_1" })
    const { jobs, users } = copy.organization("org_1")
    const named = () => recorded.at(-1)?.headers.get("on-behalf-of")
    await users.create(user)
    assert.strictEqual(named(), "usr_1")
    await jobs.get("job_1")
    assert.isNull(named())
    await copy.organizations.create({ name: "Other" })
    assert.isNull(named())
    await copy.organization("org_1").request("PATCH", "/v1/jobs/job_1", { body: { location: "Porto" } })
    assert.strictEqual(named(), "usr_1")
    // The server for tests refuses whom the service refuses, and records whom it records.
    const failure = await failureOf(jobs.update("job_1", { location: "Faro" }, { onBehalfOf: "usr_none" }))
    assert.deepStrictEqual([failure.name, failure.details?.[0]?.path], ["UnprocessableEntity", "/on-behalf-of"])
    const entries = await copy.organization("org_1").auditLog.list()
    assert.deepStrictEqual(
      entries.content.map(({ user_id }) => user_id),
      ["usr_1", "usr_1"]
    )
    assert.strictEqual(server.count("users.create"), 1)
  })

  it("shares the queue of its client", async () => {
    const { partner, server } = partnership({ rateLimit: { perSecond: 10, burst: 10 } })
    const scoped = [partner, partner.withOptions({ timeoutMs: 5_000 })].map((one) => one.organization("org_1"))
    await Promise.all(Array.from({ length: 40 }, (_, index) => scoped[index % 2]?.jobs.get("job_1")))
    assert.isTrue(server.requests.every(({ status }) => status === 200))
  })

  it("is an error at once when an option is wrong or unknown (README)", () => {
    const { partner } = partnership()
    for (const [given, message] of [
      [{ timeout: 1 }, /Did you mean timeoutMs\?/],
      [{ signal: new AbortController().signal }, /withOptions has no option "signal"/],
      [{ retries: 11 }, /retries/],
      [{ headers: { authorization: "x" } }, /the client sends the token/],
      [null, /must be an object/]
    ] as const) {
      assert.throws(() => void Reflect.apply(partner.withOptions, undefined, [given]), message)
    }
  })
})
