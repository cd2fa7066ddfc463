/**
 * Tokens are the library's business: how many are fetched, when they are renewed, and what a refused one costs.
 */
import * as Predicate from "effect/Predicate"
import { assert, describe, it } from "vitest"
import { createClient } from "../src/index.ts"
import { failureOf, forEachServer, organizationOfJobs, partnership, tagOf } from "./Partnership.ts"

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

describe("tokens", () => {
  forEachServer((options) => {
    it("two hundred calls at once over ten organizations fetch eleven tokens", async () => {
      const organizations = many(10).map((index) => organizationOfJobs(3, `org_${index}`))
      const { partner, server } = partnership({ ...options, organizations })
      const pages = await Promise.all(
        many(200).map((index) =>
          partner
            .organization(`org_${index % 10}`)
            .jobs.list()
            .page()
        )
      )
      assert.isTrue(pages.every(({ count }) => count === 3))
      assert.strictEqual(server.count("oauth.token"), 1)
      assert.strictEqual(server.count("organizations.token"), 10)
    })

    it("a token is renewed in the background before it ends, and no call waits for a dead one", async () => {
      const { partner, server } = partnership(options)
      const scoped = partner.organization("org_1")
      await scoped.jobs.list()
      server.clock.advance((86_400 - 100) * 1_000)
      await scoped.jobs.list()
      await scoped.jobs.list()
      // By then nobody had to wait for it.
      assert.strictEqual(server.count("organizations.token"), 2)
      server.clock.advance(99_000)
      await scoped.jobs.list()
      server.clock.advance(2_000)
      await scoped.jobs.list()
      assert.isTrue(server.requests.every(({ status }) => status !== 401))
      assert.strictEqual(server.count("organizations.token"), 2)
    })

    it("only the life that the answer states is believed", async () => {
      const tokens = { primaryLifetimeSeconds: 60, scopedLifetimeSeconds: 40 }
      const { partner, server } = partnership({ ...options, tokens })
      const scoped = partner.organization("org_1")
      for (const _ of many(100)) {
        await scoped.jobs.list()
        server.clock.advance(10_000)
      }
      assert.deepStrictEqual(
        server.requests.filter(({ status }) => status !== 200),
        []
      )
      assert.isAtLeast(server.count("organizations.token"), 25)
    })

    it("a storm of refusals renews once and sends each call once more", async () => {
      const { partner, server } = partnership(options)
      const scoped = partner.organization("org_1")
      await scoped.jobs.list()
      server.revokeTokens()
      const before = server.count("jobs.list")
      await Promise.all(many(100).map(() => scoped.jobs.list().page()))
      // The first token of the organization, and one more; the primary one was revoked too.
      assert.strictEqual(server.count("organizations.token"), 3)
      assert.strictEqual(server.count("oauth.token"), 2)
      assert.isAtMost(server.count("jobs.list") - before, 200)
      assert.strictEqual(
        server.requests.filter(({ operation, status }) => operation === "jobs.list" && status === 200).length,
        101
      )
    })

    it("a call is sent once more after 401, and no oftener", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", { status: 401 }, { times: 5 })
      const error = await failureOf(partner.organization("org_1").jobs.list())
      assert.strictEqual(error._tag, "Unauthorized")
      assert.strictEqual(error.attempts, 2)
      assert.strictEqual(server.count("jobs.list"), 2)
    })

    it("a late refusal does not throw a newer token away", async () => {
      const { partner, server } = partnership(options)
      const scoped = partner.organization("org_1")
      await scoped.jobs.list()
      server.failNext("jobs.list", { delayMs: 1_000 })
      server.failNext("jobs.list", { status: 401 })
      await Promise.all([scoped.jobs.list().page(), scoped.jobs.list().page()])
      assert.strictEqual(server.count("organizations.token"), 2)
    })
  })

  it("flow B works without an organization, and mints for another one", async () => {
    const { partner, server } = partnership({}, { flow: "partner" })
    assert.strictEqual((await partner.jobs.list()).count, 3)
    assert.strictEqual(server.count("partnerAuth.token"), 1)
    assert.strictEqual(server.count("organizations.token"), 0)
    assert.strictEqual((await partner.organization("org_2").jobs.list()).count, 1)
    assert.strictEqual(server.count("organizations.token"), 1)
    assert.strictEqual(server.count("oauth.token"), 0)
  })

  it("wrong credentials are an error of the call that needed them", async () => {
    const { partner } = partnership({}, { clientSecret: "wrong" })
    const error = await failureOf(partner.organizations.list())
    assert.strictEqual(error._tag, "InvalidClient")
    assert.strictEqual(error.operation, "oauth.token")
    const flowB = partnership({}, { clientSecret: "wrong", flow: "partner" })
    assert.strictEqual(await tagOf(flowB.partner.organizations.list()), "Unauthorized")
  })

  it("a failed token is not remembered", async () => {
    const { partner, server } = partnership({}, { retries: 0 })
    server.failNext("oauth.token", { status: 503 })
    assert.strictEqual(await tagOf(partner.organizations.list()), "Unavailable")
    assert.strictEqual((await partner.organizations.list()).length, 2)
  })

  it("a failed renewal in the background harms nobody", async () => {
    const { partner, server } = partnership({}, { retries: 0 })
    const scoped = partner.organization("org_1")
    await scoped.jobs.list()
    server.clock.advance((86_400 - 100) * 1_000)
    server.failNext("organizations.token", { status: 503 })
    await scoped.jobs.list()
    await scoped.jobs.list()
    assert.strictEqual(server.count("organizations.token"), 2)
    server.clock.advance(5_000)
    await scoped.jobs.list()
    await scoped.jobs.list()
    assert.strictEqual(server.count("organizations.token"), 3)
    assert.isTrue(
      server.requests.filter(({ operation }) => operation === "jobs.list").every(({ status }) => status === 200)
    )
  })

  describe("a token of your own", () => {
    const mint = async () => {
      const { server } = partnership()
      const answer: unknown = await server
        .fetch(`${server.baseUrl}/v1/auth/token`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ client_id: server.clientId, client_secret: server.clientSecret })
        })
        .then((response) => response.json())
      return { server, token: Predicate.hasProperty(answer, "access_token") ? String(answer.access_token) : "" }
    }

    it("is used as it is", async () => {
      const { server, token } = await mint()
      const partner = createClient({ baseUrl: server.baseUrl, fetch: server.fetch, clock: server.clock, token })
      assert.strictEqual((await partner.jobs.list()).count, 3)
      assert.strictEqual((await partner.organization("org_2").jobs.list()).count, 1)
      assert.strictEqual(server.count("oauth.token"), 0)
    })

    it("is requested again when it is refused, and the call made once more", async () => {
      const { server, token } = await mint()
      let calls = 0
      const partner = createClient({
        baseUrl: server.baseUrl,
        fetch: server.fetch,
        clock: server.clock,
        token: async () => {
          calls += 1
          return calls === 1 ? "stale" : token
        }
      })
      assert.strictEqual((await partner.jobs.list()).count, 3)
      assert.strictEqual(server.count("jobs.list"), 2)
    })

    it("is not tried again when it cannot change", async () => {
      const { server } = await mint()
      const partner = createClient({
        baseUrl: server.baseUrl,
        fetch: server.fetch,
        clock: server.clock,
        token: "stale"
      })
      assert.strictEqual(await tagOf(partner.jobs.list()), "Unauthorized")
      assert.strictEqual(server.count("jobs.list"), 1)
    })
  })

  it("what no token endpoint would answer is refused", async () => {
    for (const change of [
      { expires_in: undefined },
      { expires_in: "3600" },
      { expires_in: -1 },
      { expires_in: 1e12 },
      { access_token: "two words" },
      { access_token: "" },
      { token_type: "mac" }
    ]) {
      const { partner, server } = partnership()
      server.failNext("oauth.token", {
        change: (answer) => ({ ...answer, body: { ...(answer.body as object), ...change } })
      })
      assert.strictEqual(await tagOf(partner.organizations.list()), "UnexpectedResponse", JSON.stringify(change))
    }
  })

  it("bearer and Bearer are one", async () => {
    for (const token_type of ["bearer", "Bearer", "BEARER"]) {
      const { partner, server } = partnership()
      server.failNext("oauth.token", {
        change: (answer) => ({ ...answer, body: { ...(answer.body as object), token_type } })
      })
      assert.strictEqual((await partner.organizations.list()).length, 2)
    }
  })

  it("narrowed permissions are requested with each token of an organization", async () => {
    const { partner } = partnership({}, { permissions: ["jobs:read"] })
    const scoped = partner.organization("org_1")
    assert.strictEqual((await scoped.jobs.list()).count, 3)
    assert.strictEqual(await tagOf(scoped.users.list()), "Forbidden")
  })

  it("forgetTokens() makes the next call fetch new ones", async () => {
    const { partner, server } = partnership()
    await partner.organizations.list()
    partner.forgetTokens()
    await partner.organizations.list()
    assert.strictEqual(server.count("oauth.token"), 2)
  })
})
