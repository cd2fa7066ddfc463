/**
 * Walks through many jobs: progress, an end whenever the client says so, cursors that belong to one organization (mcp.md, 5.3; B9, B16).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer, type TestServerOptions } from "@partner-api/client/testing"
import { jsonOf } from "../fixture/Clients.ts"
import { overHttp, overStdio } from "./Product.ts"
import { startUpstream } from "./Upstream.ts"

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

const idsOf = (items: unknown): ReadonlyArray<string> =>
  Array.isArray(items) ? items.map(({ id }: { readonly id: string }) => id) : []

describe("find_jobs", () => {
  it("goes on where it was, page by page, and sees each job once", async () => {
    const server = createTestServer(options)
    await using way = await overHttp(server, "auto")
    const seen = Array<string>()
    let scanned = 0
    let cursor: unknown
    do {
      const found = jsonOf(
        await way.client.callTool({
          name: "find_jobs",
          arguments: { organization_id, text: "smith", max_pages: 2, ...(cursor === undefined ? {} : { cursor }) }
        })
      )
      seen.push(...idsOf(found["matches"]))
      scanned += Number(found["scanned"])
      cursor = found["next_cursor"]
      assert.strictEqual(found["complete"], cursor === undefined)
    } while (cursor !== undefined)
    assert.deepStrictEqual(
      seen,
      jobsOf(550, "").map(({ id }) => id)
    )
    assert.strictEqual(scanned, 550)
  })

  it("asks for no page that it does not need", async () => {
    const server = createTestServer(options)
    await using way = await overHttp(server, "auto")
    const call = (given: object) => way.client.callTool({ name: "find_jobs", arguments: { organization_id, ...given } })
    await call({ text: "nobody", max_pages: 3 })
    assert.strictEqual(server.count("jobs.list"), 3)
    await call({ ids: ["job_0150"] })
    assert.strictEqual(server.count("jobs.list"), 5)
  })

  it("a platform whose next has no cursor: walks on within a call, and never says complete before its end", async () => {
    const server = createTestServer(options)
    const pages = 3
    /** Answers as no server of the contract would: by the number of a page. */
    const numbered = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const url = new URL(new Request(input, init).url)
      if (url.pathname !== "/v1/jobs") return server.fetch(input, init)
      const page = Number(url.searchParams.get("page") ?? "1")
      return Promise.resolve(
        Response.json({
          content: [{ id: `job_${page}`, title: "Smith", description: "" }],
          next: page < pages ? `${server.baseUrl}/v1/jobs?page=${page + 1}` : null,
          count: 1
        })
      )
    }
    await using way = await overHttp({ ...server, clientSecret: server.clientSecret, fetch: numbered }, "auto")
    const call = async (name: string, given: object) =>
      jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given } }))
    const whole = await call("find_jobs", { text: "smith", max_pages: pages })
    assert.deepStrictEqual([idsOf(whole["matches"]), whole["complete"]], [["job_1", "job_2", "job_3"], true])
    const named = await call("find_jobs", { ids: ["job_2"] })
    assert.deepStrictEqual([idsOf(named["matches"]), named["complete"]], [["job_2"], true])
    const cut = await call("find_jobs", { text: "smith", max_pages: 2 })
    assert.deepInclude(cut, { error: "cannot_go_on", outcome: "rejected", retryable: false })
    assert.include(String(cut["message"]), "max_pages")
    const listed = await call("list_jobs", {})
    assert.deepInclude(listed, { error: "cannot_go_on", next: ["find_jobs"] })
  })

  it("tells how far it is, always further (B16)", async () => {
    await using way = await overHttp(createTestServer(options), "auto")
    const told = Array<number>()
    await way.client.callTool(
      { name: "find_jobs", arguments: { organization_id, text: "nobody", max_pages: 10 } },
      { onprogress: ({ progress }) => void told.push(progress) }
    )
    assert.deepStrictEqual(told, [1, 2, 3, 4, 5, 6])
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
      { name: "find_jobs", arguments: { organization_id, text: "nobody", max_pages: 10 } },
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
      const asked = server.count("organizations.list")
      assert.isDefined((await call("org_1"))["jobs"])
      assert.strictEqual((await call("org_4"))["error"], "unknown_organization")
      assert.strictEqual(server.count("organizations.list"), asked)
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
