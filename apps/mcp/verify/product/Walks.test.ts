/**
 * Walks through many jobs: progress, an end whenever the client says so, cursors that belong to one organization (mcp.md, 5.3; B9, B16).
 */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { createTestServer, type TestServer, type TestServerOptions } from "@partner-api/client/testing"
import { pageCursorCharactersMax } from "../../src/protocol/answer/PageCursor.ts"
import { matchesDefault } from "../../src/tools/FoundItems.ts"
import { jsonOf } from "../../test/fixture/Clients.ts"
import { overHttp, overStdio } from "../../test/product/Product.ts"
import { startUpstream } from "../../test/product/Upstream.ts"

const jobsOf = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `job_${String(index).padStart(4, "0")}`,
    title: `${title} ${index}`,
    description: ""
  }))

const options: TestServerOptions = {
  organizations: [
    { id: "org_1", name: "One", jobs: jobsOf(550, "Smith") },
    { id: "org_2", name: "Two", jobs: jobsOf(250, "Baker") }
  ]
}
const organization_id = "org_1"

/** Text that no packing makes short. */
const incompressible = Array.from({ length: 12 }, (_, index) =>
  createHash("sha256").update(String(index)).digest("hex")
).join("-x")

const idsOf = (items: unknown): ReadonlyArray<string> =>
  Array.isArray(items) ? items.map(({ id }: { readonly id: string }) => id) : []

/** Without filters, so that the tools search. */
const plain: TestServerOptions = { ...options, plain: { lists: "envelope" } }

describe("find_jobs", () => {
  it.each([
    ["a platform with filters", options, {}],
    ["a platform with filters, a few at a time", options, { limit: 40 }],
    ["the plain specification", plain, {}],
    ["the plain specification, a few pages at a time", plain, { limit: 100, max_pages: 2 }]
  ] as ReadonlyArray<[string, TestServerOptions, { limit?: number; max_pages?: number }]>)(
    "on %s goes on where it was, and sees each job once",
    async (_what, of, bounds) => {
      const server = createTestServer(of)
      await using way = await overHttp(server, "auto")
      const seen = Array<string>()
      let scanned = 0
      let cursor: unknown
      do {
        const found = jsonOf(
          await way.client.callTool({
            name: "find_jobs",
            arguments: { organization_id, text: "smith", ...bounds, ...(cursor === undefined ? {} : { cursor }) }
          })
        )
        const ids = idsOf(found["matches"])
        assert.isAtMost(ids.length, bounds.limit ?? matchesDefault)
        seen.push(...ids)
        scanned += Number(found["scanned"] ?? 0)
        cursor = found["next_cursor"]
        assert.strictEqual(found["complete"], cursor === undefined)
      } while (cursor !== undefined)
      assert.deepStrictEqual(
        seen,
        jobsOf(550, "").map(({ id }) => id)
      )
      assert.strictEqual(scanned, of === plain ? 550 : 0)
    }
  )

  it("asks for no page that it does not need", async () => {
    const server = createTestServer(plain)
    await using way = await overHttp(server, "auto")
    const call = (given: object) => way.client.callTool({ name: "find_jobs", arguments: { organization_id, ...given } })
    await call({ text: "nobody", max_pages: 3 })
    assert.strictEqual(server.count("jobs.list"), 3)
    await call({ ids: ["job_0150"] })
    assert.strictEqual(server.count("jobs.list"), 5)
  })

  it("with filters leaves the search to the platform, and reads jobs whose ids it has", async () => {
    const server = createTestServer(options)
    await using way = await overHttp(server, "auto")
    const call = async (given: object) =>
      idsOf(
        jsonOf(await way.client.callTool({ name: "find_jobs", arguments: { organization_id, ...given } }))["matches"]
      )
    assert.deepStrictEqual(await call({ text: "SMITH 419" }), ["job_0419"])
    assert.deepStrictEqual(await call({ ids: ["job_0150", "job_none", "job_0003"] }), ["job_0150", "job_0003"])
    assert.deepStrictEqual(
      server.requests.filter(({ operation }) => operation === "jobs.list").map(({ query }) => query),
      [{ limit: "50", q: "SMITH 419" }]
    )
    assert.strictEqual(server.count("jobs.get"), 3)
  })

  it("goes on through the empty pages of a search, and in the next call where they are too many", async () => {
    const server = createTestServer(options)
    server.answer("jobs.list", ({ query }) => {
      const page = Number(query["cursor"] ?? 0)
      const content = page === 40 ? [{ id: "job_1", title: "Smith", description: "" }] : []
      const next = page === 40 ? null : `${server.baseUrl}/v1/jobs?cursor=${page + 1}`
      return { body: { content, next, count: content.length } }
    })
    await using way = await overHttp(server, "auto")
    const call = async (given: object) =>
      jsonOf(await way.client.callTool({ name: "find_jobs", arguments: { organization_id, text: "smith", ...given } }))
    const first = await call({})
    assert.deepInclude(first, { matches: [], complete: false })
    const second = await call({ cursor: first["next_cursor"] })
    assert.deepStrictEqual([idsOf(second["matches"]), second["complete"]], [["job_1"], true])
    assert.strictEqual(server.count("jobs.list"), 41)
  })
})

/** Answers as no server of the contract would: each page has one job, and what `next` holds leads on. */
const numbered = (server: TestServer, pages: number, leadsOn: (page: number) => string) => ({
  ...server,
  clientSecret: server.clientSecret,
  fetch: (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(new Request(input, init).url)
    if (url.pathname !== "/v1/jobs") return server.fetch(input, init)
    const page = Number(/\d+$/.exec(url.search)?.[0] ?? "1")
    const isFirst = !url.searchParams.has("page") && !url.searchParams.has("cursor")
    const now = isFirst ? 1 : page
    return Promise.resolve(
      Response.json({
        content: [{ id: `job_${now}`, title: "Smith", description: "" }],
        next: now < pages ? `${server.baseUrl}/v1/jobs?${leadsOn(now + 1)}` : null,
        count: 1
      })
    )
  }
})

describe("a platform whose pages lead on", () => {
  it.each([
    ["by their numbers", (page: number) => `page=${page}`],
    ["by cursors that are too long to repeat", (page: number) => `cursor=${incompressible}x${page}`]
  ])("%s: lists and searches go on, and cursors stay short", async (_what, leadsOn) => {
    await using way = await overHttp(numbered(createTestServer(options), 5, leadsOn), "auto")
    const walk = async (name: string, member: string, given: object) => {
      const seen = Array<string>()
      let cursor: unknown
      do {
        const more = cursor === undefined ? {} : { cursor }
        const answer = jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given, ...more } }))
        seen.push(...idsOf(answer[member]))
        cursor = answer["next_cursor"]
        assert.isAtMost(String(cursor ?? "").length, pageCursorCharactersMax)
      } while (cursor !== undefined && seen.length < 100)
      return seen
    }
    const all = ["job_1", "job_2", "job_3", "job_4", "job_5"]
    assert.deepStrictEqual(await walk("list_jobs", "jobs", {}), all)
    assert.deepStrictEqual(await walk("find_jobs", "matches", { text: "smith", limit: 2 }), all)
    assert.deepStrictEqual(await walk("find_jobs", "matches", { text: "smith", max_pages: 2 }), all)
    assert.deepStrictEqual(await walk("find_jobs", "matches", {}), all)
  })

  it("too far to be read again: says so", async () => {
    const server = numbered(createTestServer(plain), 1_000, (page) => `page=${page}`)
    await using way = await overHttp(server, "auto")
    const call = async (given: object) =>
      jsonOf(await way.client.callTool({ name: "find_jobs", arguments: { organization_id, text: "smith", ...given } }))
    let answer = await call({})
    for (let calls = 0; calls < 10 && answer["next_cursor"] !== undefined; calls++) {
      answer = await call({ cursor: answer["next_cursor"] })
    }
    assert.deepInclude(answer, { error: "cannot_go_on", outcome: "rejected", retryable: false })
  })
})

describe("a walk", () => {
  it("reports its progress, which always grows (B16)", async () => {
    await using way = await overHttp(createTestServer(plain), "auto")
    const progressed = Array<number>()
    await way.client.callTool(
      { name: "find_jobs", arguments: { organization_id, text: "nobody", max_pages: 10 } },
      { onprogress: ({ progress }) => void progressed.push(progress) }
    )
    assert.deepStrictEqual(progressed, [1, 2, 3, 4, 5, 6])
  })

  it.each([
    ["stdio", "auto"],
    ["stdio", "legacy"],
    ["HTTP", "auto"],
    ["HTTP", "legacy"]
  ] as const)("cancelled over %s, %s: the request under way ends and no other follows (B16)", async (kind, era) => {
    await using upstream = await startUpstream(options)
    const { server } = upstream
    await using way = await (kind === "stdio"
      ? overStdio(upstream, era)
      : overHttp({ ...server, clientSecret: server.clientSecret, fetch: (...given) => fetch(...given) }, era))
    const arrived = Promise.withResolvers<void>()
    let pages = 0
    server.answer("jobs.list", ({ path }) => {
      pages += 1
      if (pages === 2) {
        arrived.resolve()
        return left.promise.then(() => ({ status: 503 }))
      }
      return {
        body: {
          content: [{ id: "job_1", title: "a", description: "" }],
          next: `${server.baseUrl}${path}?cursor=c${pages}`,
          count: 1
        }
      }
    })
    const left = upstream.left()
    const abort = new AbortController()
    const calling = way.client.callTool(
      { name: "find_jobs", arguments: { organization_id, text: "nobody" } },
      { signal: abort.signal }
    )
    const ended = calling.then(
      () => "answered",
      () => "cancelled"
    )
    await arrived.promise
    abort.abort()
    assert.strictEqual(await ended, "cancelled")
    // The request for the second page is given up by the server of tools, not only by its client.
    await left.promise
    await way.client.callTool({ name: "check_connection", arguments: {} })
    assert.strictEqual(pages, 2)
  })
})

describe("organizations (B9)", () => {
  it("calls side by side: each sees its own, with a token of its own", async () => {
    const server = createTestServer(options)
    await using way = await overHttp(server, "auto")
    const ids = Array.from({ length: 24 }, (_, index) => ((index * 7) % 3 === 0 ? "org_2" : "org_1"))
    const results = await Promise.all(
      ids.map(async (id) => {
        const { jobs } = jsonOf(
          await way.client.callTool({ name: "list_jobs", arguments: { organization_id: id, limit: 1 } })
        )
        return { id, jobs: JSON.stringify(jobs) }
      })
    )
    for (const { id, jobs } of results) assert.include(jobs, id === "org_1" ? "Smith" : "Baker")
    const sent = server.requests.filter(({ operation }) => operation === "jobs.list")
    assert.strictEqual(
      sent.filter(({ organizationId }) => organizationId === "org_2").length,
      ids.filter((id) => id === "org_2").length
    )
    assert.strictEqual(server.count("organizations.list"), 1)
    assert.strictEqual(server.count("organizations.token"), 2)
  })

  it("a cursor of another organization, of another tool, or changed: refused, nothing is sent", async () => {
    const server = createTestServer(options)
    await using way = await overHttp(server, "auto")
    const call = async (name: string, given: object) =>
      jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given } }))
    const { next_cursor: cursor } = await call("list_jobs", { limit: 1 })
    const sent = server.count("jobs.list")
    const refused = [
      await call("list_jobs", { organization_id: "org_2", cursor }),
      await call("find_jobs", { text: "x", cursor }),
      await call("list_jobs", { cursor: `${String(cursor)}x` })
    ]
    for (const failure of refused) assert.deepInclude(failure, { error: "invalid_cursor", outcome: "not_sent" })
    assert.strictEqual(server.count("jobs.list"), sent)
  })

  it.each([["reset" as const], ["hang" as const]])(
    "while the platform does not list organizations (%s), an id that is made up stops nobody and asks once",
    async (fault) => {
      const server = createTestServer(options)
      await using way = await overHttp(server, "auto", undefined, { jumps: true })
      const call = async (id: string) =>
        jsonOf(await way.client.callTool({ name: "list_jobs", arguments: { organization_id: id, limit: 1 } }))
      assert.isDefined((await call("org_1"))["jobs"])
      server.clock.advance(6_000)
      server.failNext("organizations.list", fault, { times: 100 })
      assert.notStrictEqual((await call("org_3"))["error"], "unknown_organization")
      const before = server.count("organizations.list")
      assert.isDefined((await call("org_1"))["jobs"])
      assert.strictEqual((await call("org_4"))["error"], "unknown_organization")
      assert.strictEqual(server.count("organizations.list"), before)
    }
  )

  it("an organization that was granted meanwhile is found without a restart", async () => {
    const server = createTestServer(options)
    await using way = await overHttp(server, "auto", undefined, { jumps: true })
    const call = async () =>
      jsonOf(await way.client.callTool({ name: "list_jobs", arguments: { organization_id: "org_3" } }))
    assert.strictEqual((await call())["error"], "unknown_organization")
    await call()
    assert.strictEqual(server.count("organizations.list"), 1)
    server.clock.advance(6_000)
    await call()
    assert.strictEqual(server.count("organizations.list"), 2)
  })
})
