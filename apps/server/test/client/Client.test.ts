/**
 * The client library against the real server: real sockets, a real database, and a network that loses answers.
 */
import { createClient, isPartnerError, type PartnerClient } from "@partner-api/client"
import { assert, describe, it } from "@effect/vitest"
import { sharedServer, startServer } from "../TestServer.ts"

const server = await sharedServer()

const clientOf = (port: number, rest: { readonly fetch?: typeof globalThis.fetch } = {}): PartnerClient =>
  createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: "sandbox-client",
    clientSecret: "sandbox-secret",
    ...rest
  })

/** A network that loses the answers to requests at these addresses, this number of times. */
const losing = (pattern: RegExp, times: number) => {
  let left = times
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await globalThis.fetch(input, init)
    if (left === 0 || !pattern.test(String(input)) || init?.method !== "POST") return answer
    left -= 1
    await answer.body?.cancel()
    throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })
  }
  return fetch
}

const countUsers = async (partner: PartnerClient, email: string): Promise<number> => {
  let found = 0
  for await (const user of partner.organization("org_acme").users.list()) if (user.email === email) found += 1
  return found
}

describe("the client library", () => {
  it("walks the jobs of every organization, each once", async () => {
    const partner = clientOf(server.port)
    for (const { id } of await partner.organizations.list()) {
      const ids = new Set<string>()
      let count = 0
      for await (const job of partner.organization(id).jobs.list({ limit: 7 })) {
        ids.add(job.id)
        count += 1
      }
      assert.isAbove(count, 0)
      assert.strictEqual(ids.size, count)
    }
  })

  it("works with flow B as well", async () => {
    const partner = createClient({
      baseUrl: `http://127.0.0.1:${server.port}`,
      clientId: "sandbox-partner",
      clientSecret: "sandbox-partner-secret",
      flow: "partner"
    })
    assert.isAbove((await partner.jobs.list({ limit: 1 })).count, 0)
    assert.strictEqual((await partner.organizations.list()).length, 1)
  })

  it("adds a user once, although the answer was lost twice (decisions, Safe repetition)", async () => {
    const partner = clientOf(server.port, { fetch: losing(/\/users$/, 2) })
    const user = { first_name: "Mary", last_name: "Shelley", email: "mary.shelley@example.com" }
    const { data, response } = await partner.organization("org_acme").users.create(user).withResponse()
    assert.strictEqual(response.attempts, 3)
    assert.strictEqual(response.headers["idempotency-replayed"], "true")
    assert.strictEqual(data.email, user.email)
    assert.strictEqual(await countUsers(partner, user.email), 1)
  })

  it("says of a write that nobody knows whether it was done, when it must not be repeated", async () => {
    const partner = createClient({
      baseUrl: `http://127.0.0.1:${server.port}`,
      clientId: "sandbox-client",
      clientSecret: "sandbox-secret",
      idempotency: "never",
      fetch: losing(/\/users$/, 1)
    })
    const user = { first_name: "Emily", last_name: "Bronte", email: "emily.bronte@example.com" }
    const error: unknown = await partner
      .organization("org_acme")
      .users.create(user)
      .catch((caught: unknown) => caught)
    assert.isTrue(isPartnerError(error, "Network"))
    assert.deepInclude(error, { attempts: 1, outcome: "unknown" })
    // It was done.
    assert.strictEqual(await countUsers(partner, user.email), 1)
  })

  it("sets fees under a condition", async () => {
    const { agencies } = clientOf(server.port).organization("org_acme")
    const { response } = await agencies.getFees("agy_hirewell").withResponse()
    const ifMatch = response.headers["etag"] ?? ""
    const customFees = [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }] as const
    const set = await agencies.setFees("agy_hirewell", { optimizedFee: false, customFees }, { ifMatch })
    assert.deepStrictEqual([set.optimizedFee, set.customFees.length], [false, 1])
    const error: unknown = await agencies
      .setFees("agy_hirewell", { optimizedFee: true }, { ifMatch })
      .catch((caught: unknown) => caught)
    assert.isTrue(isPartnerError(error, "PreconditionFailed"))
  })

  it("names what the service found wrong, with the request id of its log", async () => {
    const error: unknown = await clientOf(server.port)
      .organization("org_nobody")
      .jobs.list()
      .page()
      .catch((caught: unknown) => caught)
    assert.isTrue(isPartnerError(error, "Forbidden"))
    if (isPartnerError(error)) {
      assert.isTrue(server.log.entries.some((entry) => JSON.stringify(entry).includes(String(error.requestId))))
    }
  })

  it("gets a new token when the old ones were revoked, and nobody notices", async () => {
    await using own = await startServer({ worksBetweenRequests: false })
    const partner = clientOf(own.port)
    const scoped = partner.organization("org_acme")
    await scoped.jobs.list()
    await own.advance(3_601_000)
    assert.isAbove((await partner.organizations.list()).length, 0)
    await own.advance(86_401_000)
    assert.isAbove((await scoped.jobs.list()).count, 0)
  })
})
