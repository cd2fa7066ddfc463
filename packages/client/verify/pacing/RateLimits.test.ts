/**
 * The client under the limits of the service itself, in the service's time: nobody is refused, and nobody waits longer than the limit
 * asks for (README; decisions, Limits).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { Partner } from "../../src/effect.ts"
import { clockOf } from "../../src/promise/Runtime.ts"
import { createClient } from "../../src/index.ts"
import { createTestServer, type TestServer } from "../../src/testing.ts"
import { failureOf, organizationOfJobs, partnership } from "../../test/Partnership.ts"

/** The default of the service. */
const rateLimit = { perSecond: 50, burst: 200 }
const organizations = [organizationOfJobs(800)]
const jobId = (index: number) => `job_${String(index).padStart(9, "0")}`
const many = (count: number) => Array.from({ length: count }, (_, index) => index)

const refusalsOf = (server: TestServer) => server.requests.filter(({ status }) => status === 429).length

/** The time that the limit asks of a number of requests. */
const allowedMs = (requests: number) => ((requests - rateLimit.burst) / rateLimit.perSecond) * 1_000

describe("under the default limit", () => {
  it("800 reads at once are sent once each, in the order of the calls", async () => {
    const { partner, server } = partnership({ organizations, rateLimit })
    const { jobs } = partner.organization("org_1")
    const startMs = server.clock.nowMs()
    const read = await Promise.all(many(800).map((index) => jobs.get(jobId(index))))
    const tookMs = server.clock.nowMs() - startMs
    assert.deepStrictEqual(
      read.map(({ id }) => id),
      many(800).map(jobId)
    )
    assert.strictEqual(server.count("jobs.get"), 800)
    assert.isAtLeast(tookMs, allowedMs(800))
    assert.isAtMost(tookMs, allowedMs(800) * 1.2)
    assert.deepStrictEqual(
      server.requests.flatMap(({ operation, path }) => (operation === "jobs.get" ? [path.slice(-13)] : [])),
      many(800).map(jobId)
    )
  })

  it("500 writes of 40 workers are sent once each", async () => {
    const { partner, server } = partnership({ rateLimit })
    const { users } = partner.organization("org_1")
    const startMs = server.clock.nowMs()
    const numbers = many(500).values()
    const work = async () => {
      for (const index of numbers) {
        await users.create({ first_name: "Ada", last_name: "Lovelace", email: `ada${index}@example.com` })
      }
    }
    await Promise.all(many(40).map(work))
    assert.strictEqual(server.count("users.create"), 500)
    assert.isAtMost(server.count(), 500 * 1.02)
    assert.isAtMost(server.clock.nowMs() - startMs, allowedMs(500) * 1.2)
  })

  it("a token that expires in the queue is replaced before the call is sent", async () => {
    const { partner, server } = partnership({
      organizations,
      rateLimit,
      tokens: { scopedLifetimeSeconds: 3 }
    })
    const { jobs } = partner.organization("org_1")
    await Promise.all(many(500).map((index) => jobs.get(jobId(index))))
    assert.isAbove(server.count("organizations.token"), 1)
    assert.deepStrictEqual(
      server.requests.filter(({ status }) => status !== 200),
      []
    )
  })

  it("two programs share it, and no call of theirs fails", async () => {
    const server = createTestServer({ organizations, rateLimit })
    const startMs = server.clock.nowMs()
    const programs = [createClient(server.client()), createClient(server.client())]
    await Promise.all(
      programs.flatMap((partner) => many(400).map((index) => partner.organization("org_1").jobs.get(jobId(index))))
    )
    assert.isBelow(refusalsOf(server), 40)
    assert.isAtMost(server.clock.nowMs() - startMs, allowedMs(800) * 1.3)
  })

  it("the entry for Effect keeps to it too", async () => {
    const server = createTestServer({ organizations, rateLimit })
    const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, server.fetch)))
    const { baseUrl, clientId, clientSecret } = server
    const program = Effect.gen(function* () {
      const { jobs } = (yield* Partner).organization("org_1")
      return yield* Effect.forEach(many(400), (index) => jobs.get(jobId(index)), { concurrency: "unbounded" })
    })
    const read = await Effect.runPromise(
      program.pipe(
        Effect.provide(Layer.provide(Partner.layer({ baseUrl, clientId, clientSecret }), http)),
        Effect.provideService(Clock.Clock, clockOf(server.clock))
      )
    )
    assert.strictEqual(read.length, 400)
    assert.strictEqual(refusalsOf(server), 0)
  })
})

describe("a refusal", () => {
  it("pauses the calls under its token, and they come back spread out", async () => {
    const { events, partner, server } = partnership({ organizations })
    const { jobs } = partner.organization("org_1")
    const refused = 4
    server.failNext("jobs.get", { status: 429, retryAfterSeconds: 2 }, { times: refused })
    await Promise.all(many(40).map((index) => jobs.get(jobId(index))))
    const sentMs = server.requests.flatMap(({ atMs, operation }) => (operation === "jobs.get" ? [atMs] : []))
    assert.strictEqual(sentMs.length, 40 + refused)
    const [firstMs = 0] = sentMs
    const back = sentMs.slice(refused)
    assert.isAtLeast((back[0] ?? 0) - firstMs, 2_000)
    // Never two at the same moment, as long as nothing else is known.
    const gaps = back.slice(1, 10).map((atMs, index) => atMs - (back[index] ?? 0))
    assert.isTrue(
      gaps.every((gap) => gap > 0),
      gaps.join(" ")
    )
    assert.strictEqual(events.filter(({ type }) => type === "queued").length, 40)
  })

  it("of an hour is not for the rate: it fails its own calls, and holds up no other", async () => {
    const { partner, server } = partnership({ organizations })
    const { jobs } = partner.organization("org_1")
    server.failNext("jobs.get", { status: 429, retryAfterSeconds: 3_600 }, { times: 4 })
    const outcomes = await Promise.allSettled(many(40).map((index) => jobs.get(jobId(index))))
    assert.lengthOf(
      outcomes.filter(({ status }) => status === "rejected"),
      4
    )
    assert.strictEqual(server.count("jobs.get"), 40)
  })

  it("beyond the deadline fails the calls that wait, one request each at most", async () => {
    const { partner, server } = partnership({ organizations })
    const { jobs } = partner.organization("org_1")
    server.failNext("jobs.get", { status: 429, retryAfterSeconds: 45 }, { times: 4 })
    const failures = await Promise.all(
      many(40).map((index) => failureOf(jobs.get(jobId(index), { deadlineMs: 30_000 })))
    )
    assert.isTrue(failures.every(({ _tag, retryAfterMs }) => _tag === "RateLimited" && (retryAfterMs ?? 0) >= 30_000))
    assert.strictEqual(server.count("jobs.get"), 4)
    assert.strictEqual(failures.filter(({ outcome }) => outcome === "not_sent").length, 36)
  })
})

it("a call that waits for its turn until its deadline says so", async () => {
  const { partner } = partnership({ organizations, rateLimit: { perSecond: 1, burst: 4 } })
  const { jobs } = partner.organization("org_1")
  const calls = many(20).map((index) => jobs.get(jobId(index), { deadlineMs: 10_000 }).then(() => undefined, String))
  const failed = (await Promise.all(calls)).filter((text) => text !== undefined)
  assert.isAbove(failed.length, 3)
  assert.match(failed[0] ?? "", /waited for its turn under the rate limit/)
})
