/**
 * Lists: what they are to their reader, which requests they send, and which addresses they follow.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { fillPath, pathParams } from "@partner-api/contract/Path"
import { endpointsOf } from "@partner-api/contract/Reflection"
import { assert, describe, it } from "vitest"
import { collect, failureOf, forEachServer, organizationOfJobs, partnership } from "./Partnership.ts"

describe("lists", () => {
  forEachServer((options) => {
    it("a list is awaited for its first page", async () => {
      const { partner } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const page = await partner.organization("org_1").jobs.list({ limit: 100 })
      assert.strictEqual(page.count, 100)
      assert.strictEqual(page.content.length, 100)
      const second = await page.nextPage()
      const third = await second?.nextPage()
      assert.strictEqual(third?.count, 50)
      assert.isUndefined(third?.nextPage())
      assert.isNull(third?.next)
    })

    it("a list is iterated for all its items, each once", async () => {
      const { partner, server } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const jobs = await collect(partner.organization("org_1").jobs.list({ limit: 100 }))
      assert.strictEqual(new Set(jobs.map(({ id }) => id)).size, 250)
      assert.strictEqual(server.count("jobs.list"), 3)
    })

    it("a list that was awaited is iterated from its page on, which is not fetched again (docs/lists.md)", async () => {
      const { partner, server } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const list = partner.organization("org_1").jobs.list({ limit: 100 })
      const { data: page } = await list.withResponse()
      const jobs = await collect(page)
      assert.deepStrictEqual([jobs.length, new Set(jobs.map(({ id }) => id)).size], [250, 250])
      const second = await page.nextPage()
      assert.lengthOf(second === undefined ? [] : await collect(second), 150)
      assert.strictEqual(server.count("jobs.list"), 3)
      for await (const job of await partner.organization("org_1").jobs.list({ limit: 100 })) {
        assert.isString(job.id)
        break
      }
      assert.strictEqual(server.count("jobs.list"), 4)
    })

    it("a page that is shorter than its limit leads to the next one (docs/partners.md, Lists)", async () => {
      const long = organizationOfJobs(30)
      const item = (index: number) => ({ ...long.jobs.item(index), description: "x".repeat(60_000) })
      const { partner, server } = partnership({ ...options, organizations: [{ ...long, jobs: { count: 30, item } }] })
      const list = partner.organization("org_1").jobs.list()
      assert.deepStrictEqual(
        (await collect(list.pages())).map(({ count }) => count),
        [17, 13]
      )
      assert.strictEqual(server.count("jobs.list"), 2)
      assert.lengthOf(await partner.organization("org_1").jobs.list().all({ max: 100 }), 30)
    })

    it("no page is fetched ahead of demand", async () => {
      const { partner, server } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const list = partner.organization("org_1").jobs.list({ limit: 100 })
      assert.strictEqual(server.count(), 0)
      for await (const job of list) {
        assert.isString(job.title)
        break
      }
      assert.strictEqual(server.count("jobs.list"), 1)
      let seen = 0
      for await (const page of list.pages()) {
        seen += page.count
        if (seen === 200) break
      }
      assert.strictEqual(server.count("jobs.list"), 3)
    })

    it("asking a page twice for the next one fetches it once", async () => {
      const { partner, server } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const page = await partner.organization("org_1").jobs.list({ limit: 100 })
      const [one, other] = await Promise.all([page.nextPage(), page.nextPage()])
      assert.strictEqual(one, other)
      assert.strictEqual(server.count("jobs.list"), 2)
    })

    it("a list that is awaited twice is requested once", async () => {
      const { partner, server } = partnership(options)
      const list = partner.organization("org_1").jobs.list()
      assert.strictEqual(await list, await list.page())
      assert.strictEqual(server.count("jobs.list"), 1)
    })

    it("a list has catch() and finally() of its first page (README)", async () => {
      const { partner, server } = partnership(options, { retries: 0 })
      const { jobs } = partner.organization("org_1")
      const ended: Array<string> = []
      const page = await jobs.list().finally(() => void ended.push("page"))
      assert.strictEqual(page.count, 3)
      server.failNext("jobs.list", { status: 503 })
      assert.strictEqual(await jobs.list().catch(() => "caught"), "caught")
      const list: Promise<{ readonly count: number }> = jobs.list()
      assert.strictEqual((await list).count, 3)
      assert.deepStrictEqual(ended, ["page"])
    })

    it("a page has the cursor of the next one, where the list can be resumed (README)", async () => {
      const { partner } = partnership({ ...options, organizations: [organizationOfJobs(3)] })
      const { jobs } = partner.organization("org_1")
      const first = await jobs.list({ limit: 2 })
      assert.isString(first.nextCursor)
      const last = await jobs.list({ limit: 2, cursor: first.nextCursor ?? "" })
      assert.deepStrictEqual(
        last.content.map(({ id }) => id),
        ["job_000000002"]
      )
      assert.isNull(last.nextCursor)
    })

    it("all() without a bound is an error", async () => {
      const { partner, server } = partnership(options)
      const list = partner.organization("org_1").jobs.list()
      for (const given of [[{ limit: 5 }], [{}], [null], []]) {
        const error: unknown = await Promise.resolve(Reflect.apply(list.all, undefined, given)).catch(
          (caught: unknown) => caught
        )
        assert.instanceOf(error, TypeError)
        assert.include(error.message, "all({ max: 1_000 })")
      }
      assert.strictEqual(server.count(), 0)
    })

    it("all() stops at its bound", async () => {
      const { partner } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const { jobs } = partner.organization("org_1")
      assert.strictEqual((await jobs.list().all({ max: 250 })).length, 250)
      const error: unknown = await jobs
        .list()
        .all({ max: 249 })
        .catch((caught: unknown) => caught)
      assert.instanceOf(error, RangeError)
    })

    it("an empty list is one empty page", async () => {
      const { partner } = partnership({ ...options, organizations: [{ id: "org_1", name: "New" }] })
      assert.deepStrictEqual(await collect(partner.organization("org_1").jobs.list()), [])
    })

    it("a list that fails half-way is an error and does not end quietly", async () => {
      const { partner, server } = partnership({ ...options, organizations: [organizationOfJobs(250)] }, { retries: 0 })
      const pages = partner.organization("org_1").jobs.list({ limit: 100 }).pages()[Symbol.asyncIterator]()
      await pages.next()
      server.failNext("jobs.list", { status: 503 })
      assert.strictEqual((await failureOf(pages.next()))._tag, "Unavailable")
    })

    it("a page is retried like any read", async () => {
      const { partner, server } = partnership({ ...options, organizations: [organizationOfJobs(250)] })
      const page = await partner.organization("org_1").jobs.list({ limit: 100 })
      server.failNext("jobs.list", { status: 503 }, { times: 2 })
      assert.strictEqual((await page.nextPage())?.count, 100)
    })
  })

  it("a plain array is a list of one page", async () => {
    const { partner } = partnership({ plain: { lists: "array" } })
    const page = await partner.organization("org_1").jobs.list()
    assert.strictEqual(page.count, 3)
    assert.isNull(page.next)
    assert.isUndefined(page.nextPage())
    assert.strictEqual((await collect(partner.organization("org_1").jobs.list())).length, 3)
  })

  it("an absent next, an empty one and null are the end", async () => {
    for (const next of [undefined, "", null]) {
      const { partner, server } = partnership()
      server.failNext("jobs.list", { change: (answer) => ({ ...answer, body: { ...(answer.body as object), next } }) })
      assert.strictEqual((await collect(partner.organization("org_1").jobs.list())).length, 3)
      assert.strictEqual(server.count("jobs.list"), 1)
    }
  })

  describe("the address of the next page", () => {
    const at = (next: string, options = {}) => {
      const { partner, server } = partnership({ organizations: [organizationOfJobs(250)], ...options })
      server.failNext("jobs.list", { next })
      return { server, walked: collect(partner.organization("org_1").jobs.list()) }
    }
    it.for([
      ["another host", "https://elsewhere.example"],
      ["another port, as behind a port mapping", "https://partner-api.test:8443"],
      ["another scheme, as behind a proxy with TLS", "http://partner-api.test"],
      ["another path in front", "https://elsewhere.example/partner"],
      ["no scheme of its own", "//elsewhere.example"],
      ["a backslash", "https://elsewhere.example\\@partner-api.test"],
      ["an address on the machine of the service", "http://[::1]:8080"]
    ] as const)("with %s is followed at baseUrl, and nothing is sent there", async ([, address]) => {
      const { partner, server } = partnership({ organizations: [organizationOfJobs(250)] })
      const { jobs } = partner.organization("org_1")
      const first = await jobs.list()
      server.failNext("jobs.list", { next: `${address}/v1/jobs${new URL(first.next ?? "").search}` })
      assert.strictEqual((await collect(jobs.list())).length, 250)
      assert.strictEqual(server.count("foreign"), 0)
    })

    it("of what belongs to a resource leads to that resource", async () => {
      const within = endpointsOf(PartnerApi).filter(({ metadata, path }) => metadata.paginated && path.includes("/:"))
      assert.isAbove(within.length, 2)
      for (const { group, id, name, path } of within) {
        const { partner, server } = partnership()
        const at = fillPath(path, Object.fromEntries(pathParams(path).map((param) => [param, "x_1"])))
        server.answer(id, ({ query }) => ({
          body: {
            content: [],
            count: 0,
            next: query["cursor"] === undefined ? `https://other.example${at}?cursor=c` : null
          }
        }))
        const list: unknown = Reflect.apply(
          Reflect.get(Reflect.get(partner.organization("org_1"), group.identifier), name),
          undefined,
          ["x_1"]
        )
        await collect(list as AsyncIterable<unknown>)
        const read = server.requests.filter(({ operation }) => operation === id)
        assert.deepStrictEqual(
          read.map((request) => request.path),
          [at, at],
          id
        )
      }
    })

    it.for([
      ["a scheme of no service", "file:///v1/jobs"],
      ["user information", "https://user:pass@partner-api.test/v1/jobs?cursor=x"],
      ["a user that looks like our host", "https://partner-api.test@elsewhere.example/v1/jobs?cursor=x"],
      ["another path", "https://partner-api.test/v1/users?cursor=x"],
      ["a path beside", "https://partner-api.test/v1/jobs/../users?cursor=x"],
      ["nothing that can be read", "https://"],
      ["ten thousand characters", `https://partner-api.test/v1/jobs?cursor=${"x".repeat(10_000)}`]
    ] as const)("with %s is not followed, and nothing is sent there", async ([, next]) => {
      const { server, walked } = at(next)
      const error = await failureOf(walked)
      assert.strictEqual(error._tag, "UntrustedNext")
      assert.strictEqual(server.count("jobs.list"), 1)
      assert.strictEqual(server.count("foreign"), 0)
    })

    it("may be relative", async () => {
      const { partner, server } = partnership({ organizations: [organizationOfJobs(250)] })
      const first = await partner.organization("org_1").jobs.list()
      const url = new URL(first.next ?? "")
      server.failNext("jobs.list", { next: `${url.pathname}${url.search}` })
      assert.strictEqual((await collect(partner.organization("org_1").jobs.list())).length, 250)
    })

    it("may name this machine otherwise", async () => {
      const { partner, server } = partnership({
        organizations: [organizationOfJobs(250)],
        baseUrl: "http://127.0.0.1:8080"
      })
      const first = await partner.organization("org_1").jobs.list()
      server.failNext("jobs.list", { next: String(first.next).replace("127.0.0.1", "localhost") })
      assert.strictEqual((await collect(partner.organization("org_1").jobs.list())).length, 250)
      assert.strictEqual(server.count("foreign"), 0)
    })

    it("that runs in a cycle is an error", async () => {
      for (const length of [1, 2, 3, 7]) {
        const { partner, server } = partnership({ organizations: [organizationOfJobs(100)] })
        let page = 0
        const turn = (answer: {
          readonly body: unknown
          readonly status: number
          readonly headers: Readonly<Record<string, string>>
        }) => {
          page += 1
          const next = `https://partner-api.test/v1/jobs?cursor=c${page % length}`
          return { status: 200, headers: answer.headers, body: { content: [], count: 0, next } }
        }
        server.answer("jobs.list", () => turn({ body: undefined, status: 200, headers: {} }))
        const error = await failureOf(collect(partner.organization("org_1").jobs.list()))
        assert.strictEqual(error._tag, "UntrustedNext")
        assert.isAtMost(page, 4 * length + 4)
      }
    })
  })

  it("a redirect is not followed, and nothing is sent there", async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { partner, server } = partnership()
      server.failNext("jobs.list", { redirect: "https://elsewhere.example/v1/jobs", status })
      assert.strictEqual((await failureOf(partner.organization("org_1").jobs.list()))._tag, "Redirected")
      server.failNext("oauth.token", { redirect: "https://elsewhere.example/oauth/token", status })
      partner.forgetTokens()
      assert.strictEqual((await failureOf(partner.organizations.list()))._tag, "Redirected")
      assert.strictEqual(server.count("foreign"), 0)
    }
  })
})
