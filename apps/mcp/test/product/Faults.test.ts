/**
 * What goes wrong at the platform, as a model reads it: the outcome is right, and no write is sent twice blindly (mcp.md, 5.6; B11, B12).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createTestServer, type Fault, type TestServer, type TestServerOptions } from "@partner-api/client/testing"
import { jsonOf, says } from "../fixture/Clients.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"
const user = { organization_id, first_name: "Mary", last_name: "Shelley", email: "shelley@example.com", mode: "apply" }

/** A client of the product. Time jumps over waits, so that none takes any. */
const startWay = (server: TestServer) =>
  overHttp(server, "auto", { questions: [], answer: says("accept") }, { jumps: true })

type Way = Awaited<ReturnType<typeof startWay>>

/** The failure of a call, and how often the operation arrived. */
const failureOf = async (
  server: TestServer,
  name: string,
  given: Record<string, unknown>,
  operation: string,
  prepare: () => void
) => {
  await using way = await startWay(server)
  return await failureOver(way, server, name, given, operation, prepare)
}

/** The same of a client that other tests use too. */
const failureOver = async (
  way: Way,
  server: TestServer,
  name: string,
  given: Record<string, unknown>,
  operation: string,
  prepare: () => void
) => {
  // The tokens and the organizations are there; what goes wrong is the call itself.
  await way.client.callTool({ name: "list_jobs", arguments: { organization_id } })
  const before = server.count(operation)
  prepare()
  const result = await way.client.callTool({ name, arguments: given })
  return { isError: result.isError === true, failure: jsonOf(result), sent: server.count(operation) - before }
}

const always = { times: 10 }

interface Row {
  readonly what: string
  readonly fault: Fault
  readonly error: string
  readonly outcome: string
  readonly retryable: boolean
  readonly sent: number
}

const reads: ReadonlyArray<Row> = [
  { what: "401 always", fault: { status: 401 }, error: "unauthorized", outcome: "rejected", retryable: false, sent: 2 },
  { what: "403", fault: { status: 403 }, error: "forbidden", outcome: "rejected", retryable: false, sent: 1 },
  { what: "404", fault: { status: 404 }, error: "not_found", outcome: "rejected", retryable: false, sent: 1 },
  {
    what: "422",
    fault: { status: 422 },
    error: "unprocessable_entity",
    outcome: "rejected",
    retryable: false,
    sent: 1
  },
  {
    what: "429",
    fault: { status: 429, retryAfterSeconds: 1 },
    error: "rate_limited",
    outcome: "rejected",
    retryable: true,
    sent: 3
  },
  { what: "500", fault: { status: 500 }, error: "internal_error", outcome: "unknown", retryable: true, sent: 3 },
  { what: "503", fault: { status: 503 }, error: "unavailable", outcome: "unknown", retryable: true, sent: 3 },
  { what: "reset", fault: "reset", error: "network", outcome: "unknown", retryable: true, sent: 3 },
  { what: "refused", fault: "refused", error: "network", outcome: "not_sent", retryable: true, sent: 3 },
  { what: "hang", fault: "hang", error: "timeout", outcome: "unknown", retryable: true, sent: 3 },
  { what: "html", fault: { html: 200 }, error: "unexpected_response", outcome: "unknown", retryable: false, sent: 1 },
  { what: "html 502", fault: { html: 502 }, error: "unavailable", outcome: "unknown", retryable: true, sent: 3 },
  {
    what: "no JSON",
    fault: { body: "{" },
    error: "unexpected_response",
    outcome: "unknown",
    retryable: false,
    sent: 1
  },
  {
    what: "redirect",
    fault: { redirect: "https://evil.example/" },
    error: "redirected",
    outcome: "rejected",
    retryable: false,
    sent: 1
  }
]

describe("a tool that reads", () => {
  const server = createTestServer()
  let way: Way
  beforeAll(async () => {
    way = await startWay(server)
  })
  afterAll(() => way[Symbol.asyncDispose]())

  it.each(reads)("$what: $error, $outcome", async ({ fault, error, outcome, retryable, sent }) => {
    // One request more would succeed.
    const outcomeOfCall = await failureOver(way, server, "list_jobs", { organization_id }, "jobs.list", () =>
      server.failNext("jobs.list", fault, { times: sent })
    )
    assert.isTrue(outcomeOfCall.isError)
    assert.deepInclude(outcomeOfCall.failure, { error, outcome, retryable })
    assert.strictEqual(outcomeOfCall.sent, sent)
    assert.notMatch(String(outcomeOfCall.failure["message"]), /\n\s+at |\/node_modules\/|authorization/i)
    if (error === "unauthorized") assert.deepStrictEqual(outcomeOfCall.failure["next"], ["check_connection"])
    assert.isEmpty(server.requests.filter(({ operation }) => operation === "foreign"))
  })

  it("401 once: the token is replaced and the call goes on", async () => {
    const server = createTestServer()
    const outcomeOfCall = await failureOf(server, "list_jobs", { organization_id }, "jobs.list", () =>
      server.revokeTokens()
    )
    assert.isFalse(outcomeOfCall.isError)
    assert.strictEqual(outcomeOfCall.sent, 2)
  })

  it.each([
    ["https://evil.example/v1/jobs?cursor=x"],
    ["https://user:pass@partner-api.test/v1/jobs?cursor=x"],
    ["https://partner-api.test/v1/other?cursor=x"]
  ])("next at %s: nothing goes there (B8)", async (next) => {
    const server = createTestServer()
    await using way = await overHttp(server, "auto")
    server.failNext("jobs.list", { next }, always)
    const listed = jsonOf(await way.client.callTool({ name: "list_jobs", arguments: { organization_id, limit: 2 } }))
    assert.notInclude(JSON.stringify(listed), "evil")
    await way.client.callTool({ name: "list_jobs", arguments: { organization_id, cursor: listed["next_cursor"] } })
    await way.client.callTool({ name: "find_jobs", arguments: { organization_id, text: "nobody" } })
    assert.isEmpty(
      server.requests.filter(
        ({ path }) => !path.startsWith("/v1/") && !path.startsWith("/oauth/") && !path.startsWith("/.well-known/")
      )
    )
    assert.isEmpty(server.requests.filter(({ path }) => path === "/v1/other"))
  })
})

describe("check_connection", () => {
  const missing = async (faults: number) => {
    const server = createTestServer()
    server.failNext("system.extensions", { status: 503 }, { times: faults })
    await using way = await overHttp(server, "auto")
    return jsonOf(await way.client.callTool({ name: "check_connection", arguments: {} }))
  }

  it("says that tools are missing while the platform has not announced what it offers (README)", async () => {
    assert.match(String((await missing(1_000))["missing_tools"]), /tools that need an extension are missing/)
    assert.notProperty(await missing(0), "missing_tools")
  })

  it("says that the organization which the server is bound to is not accessible, and which are (README)", async () => {
    const problemOf = async (pinned: string) => {
      await using way = await overHttp(createTestServer(), "auto", undefined, { pinned })
      return jsonOf(await way.client.callTool({ name: "check_connection", arguments: {} }))["problem"]
    }
    const problem = JSON.stringify(await problemOf("org_9"))
    assert.match(problem, /"unknown_organization".*org_9 of --organization or PARTNER_ORGANIZATION is none of those/)
    assert.include(problem, "org_2")
    assert.isUndefined(await problemOf("org_1"))
  })

  it("blames a wrong address on no id, and shows where it leads", async () => {
    const server = createTestServer()
    server.failNext("organizations.list", { status: 404 }, always)
    await using way = await overHttp(server, "auto")
    const { problem } = jsonOf(await way.client.callTool({ name: "check_connection", arguments: {} }))
    assert.match(JSON.stringify(problem), /has no \/v1\/organizations.*check PARTNER_BASE_URL/)
    assert.notMatch(JSON.stringify(problem), /\bids?\b/)
  })
})

const written: ReadonlyArray<Row> = [
  ...reads.filter(({ what }) => ["401 always", "403", "422", "redirect"].includes(what)),
  {
    what: "409",
    fault: { status: 409, error: "conflict" },
    error: "conflict",
    outcome: "rejected",
    retryable: false,
    sent: 1
  },
  {
    what: "429",
    fault: { status: 429, retryAfterSeconds: 1 },
    error: "rate_limited",
    outcome: "rejected",
    retryable: true,
    sent: 3
  },
  { what: "500", fault: { status: 500 }, error: "internal_error", outcome: "unknown", retryable: false, sent: 3 },
  { what: "reset", fault: "reset", error: "network", outcome: "unknown", retryable: false, sent: 3 },
  { what: "reset-after", fault: "reset-after", error: "network", outcome: "unknown", retryable: false, sent: 3 },
  { what: "hang", fault: "hang", error: "timeout", outcome: "unknown", retryable: false, sent: 3 },
  { what: "html", fault: { html: 200 }, error: "unexpected_response", outcome: "unknown", retryable: false, sent: 1 }
]

describe("a tool that writes", () => {
  const server = createTestServer()
  let way: Way
  beforeAll(async () => {
    way = await startWay(server)
  })
  afterAll(() => way[Symbol.asyncDispose]())

  it.each(written)("$what: $error, $outcome", async ({ what, fault, error, outcome, retryable, sent }) => {
    const other = { ...user, email: `${what.replaceAll(" ", "-")}@example.com` }
    // One request more would succeed.
    const outcomeOfCall = await failureOver(way, server, "add_user", other, "users.create", () =>
      server.failNext("users.create", fault, { times: sent })
    )
    assert.isTrue(outcomeOfCall.isError)
    assert.deepInclude(outcomeOfCall.failure, { error, outcome, retryable })
    assert.strictEqual(outcomeOfCall.sent, sent)
    const keys = server.requests
      .flatMap(({ operation, idempotencyKey }) => (operation === "users.create" ? [idempotencyKey] : []))
      .slice(-sent)
    assert.strictEqual(new Set(keys).size, 1)
    if (outcome === "unknown") {
      assert.include(String(outcomeOfCall.failure["message"]), "Do not retry blindly")
      assert.deepStrictEqual(outcomeOfCall.failure["next"], ["find_users"])
    }
  })

  it.each([
    ["500", { status: 500 }],
    ["reset", "reset"],
    ["reset-after", "reset-after"],
    ["hang", "hang"]
  ] as const)("%s on a platform without keys: sent once, and nobody knows", async (_what, fault) => {
    const server = createTestServer({ plain: true })
    const outcomeOfCall = await failureOf(server, "add_user", user, "users.create", () =>
      server.failNext("users.create", fault, always)
    )
    assert.deepInclude(outcomeOfCall.failure, { outcome: "unknown", retryable: false, next: [] })
    assert.strictEqual(outcomeOfCall.sent, 1)
  })

  it("a platform that was away at the start: the remedy names what it offers now", async () => {
    const server = createTestServer()
    let isAway = true
    const human = { questions: [], answer: says("accept") }
    await using way = await overHttp(server, "auto", human, { jumps: true, isAway: () => isAway })
    isAway = false
    await way.client.callTool({ name: "check_connection", arguments: {} })
    server.failNext("users.create", "reset", always)
    const failure = jsonOf(await way.client.callTool({ name: "add_user", arguments: user }))
    assert.deepInclude(failure, { outcome: "unknown", next: ["find_users"] })
    assert.include(String(failure["message"]), "Call find_users")
  })

  it("no token to be had: not sent, whatever became of the token's request", async () => {
    const server = createTestServer()
    const outcomeOfCall = await failureOf(server, "add_user", user, "users.create", () => {
      server.revokeTokens()
      server.failNext("users.create", { status: 401 })
      server.failNext("organizations.token", "reset", always)
      server.failNext("oauth.token", "reset", always)
    })
    assert.strictEqual(outcomeOfCall.failure["outcome"], "not_sent")
  })

  it.each([
    ["201", {}],
    ["200", { plain: true }]
  ] as ReadonlyArray<[string, TestServerOptions]>)("%s is a success", async (_what, options) => {
    const server = createTestServer(options)
    const outcomeOfCall = await failureOf(server, "add_user", user, "users.create", () => {})
    assert.isFalse(outcomeOfCall.isError)
    assert.strictEqual(outcomeOfCall.failure["status"], "added")
  })

  it("an answer that was lost, then repeated under the same key: one user", async () => {
    const server = createTestServer()
    const outcomeOfCall = await failureOf(server, "add_user", user, "users.create", () =>
      server.failNext("users.create", "reset-after")
    )
    assert.isFalse(outcomeOfCall.isError)
    assert.strictEqual(outcomeOfCall.sent, 2)
    assert.lengthOf(
      server.data.users("org_1").filter(({ email }) => email === user.email),
      1
    )
  })

  it("a problem that the platform finds is reported in the names of the arguments", async () => {
    const server = createTestServer()
    const outcomeOfCall = await failureOf(
      server,
      "add_user",
      { ...user, email: "ada@example.com" },
      "users.create",
      () =>
        // Added by somebody else after the preview.
        server.answer("users.list", () => ({ body: { content: [], next: null, count: 0 } }))
    )
    assert.deepInclude(outcomeOfCall.failure, { error: "conflict", outcome: "rejected", status: 409 })
    assert.include(JSON.stringify(outcomeOfCall.failure["fields"]), "/email")
    const fees = await failureOf(
      server,
      "set_agency_fees",
      { organization_id, agency_id: "agy_none", optimizedFee: true },
      "agencies.setFees",
      () => {}
    )
    assert.deepInclude(fees.failure, { error: "not_found", next: ["list_agencies"] })
  })
})
