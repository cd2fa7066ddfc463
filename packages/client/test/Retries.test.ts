/**
 * What is retried, how often, after how long, and under which key.
 */
import { assert, describe, it } from "vitest"
import { retryAfterMsMax } from "../src/core/retries/RetryPolicy.ts"
import type { OrganizationClient } from "../src/index.ts"
import type { Fault } from "../src/testing.ts"
import { failureOf, forEachServer, partnership } from "./Partnership.ts"

const user = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
const passing: ReadonlyArray<Fault> = [{ status: 503 }, { status: 500 }, { html: 502 }, "reset", "reset-after", "hang"]

describe("retries", () => {
  forEachServer((options) => {
    for (const fault of passing) {
      it(`a read is retried after ${JSON.stringify(fault)}`, async () => {
        const { partner, server } = partnership(options)
        server.failNext("jobs.list", fault, { times: 2 })
        const { response } = await partner.organization("org_1").jobs.list().withResponse()
        assert.strictEqual(response.attempts, 3)
        assert.strictEqual(server.count("jobs.list"), 3)
      })

      it(`a read is given up after ${JSON.stringify(fault)} a third time`, async () => {
        const { partner, server } = partnership(options)
        server.failNext("jobs.list", fault, { times: 9 })
        const error = await failureOf(partner.organization("org_1").jobs.list())
        assert.strictEqual(error.attempts, 3)
        assert.strictEqual(server.count("jobs.list"), 3)
      })
    }

    it("setting fees is retried: it sets", async () => {
      const { partner, server } = partnership(options)
      server.failNext("agencies.setFees", "reset-after")
      await partner.organization("org_1").agencies.setFees("agy_1", { optimizedFee: false })
      assert.strictEqual(server.count("agencies.setFees"), 2)
    })

    it("what was refused is not retried", async () => {
      const { partner, server } = partnership(options)
      for (const status of [400, 403, 404, 409, 422]) {
        server.failNext("jobs.list", { status })
        const error = await failureOf(partner.organization("org_1").jobs.list())
        assert.strictEqual(error.status, status)
        assert.strictEqual(error.attempts, 1)
        assert.strictEqual(error.outcome, "rejected")
      }
    })

    it("a connection that never was is tried again, whatever the call", async () => {
      const { partner, server } = partnership(options)
      server.failNext("users.create", "refused", { times: 2 })
      await partner.organization("org_1").users.create(user)
      assert.strictEqual(server.data.users("org_1").filter(({ email }) => email === user.email).length, 1)
    })

    it("retries: 0 sends once", async () => {
      const { partner, server } = partnership(options, { retries: 0 })
      server.failNext("jobs.list", { status: 503 })
      assert.strictEqual((await failureOf(partner.organization("org_1").jobs.list())).attempts, 1)
    })

    it("retries of a call count more than those of the client", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", { status: 503 }, { times: 5 })
      const { response } = await partner.organization("org_1").jobs.list({}, { retries: 5 }).withResponse()
      assert.strictEqual(response.attempts, 6)
    })
  })

  describe("adding a user", () => {
    for (const fault of passing) {
      it(`without keys: one attempt after ${JSON.stringify(fault)}`, async () => {
        const { partner, server } = partnership({ plain: true })
        server.failNext("users.create", fault)
        const error = await failureOf(partner.organization("org_1").users.create(user))
        assert.strictEqual(error.attempts, 1)
        assert.strictEqual(error.outcome, "unknown")
        assert.strictEqual(server.count("users.create"), 1)
      })

      it(`with keys: the same key each time and one row after ${JSON.stringify(fault)}`, async () => {
        const { partner, server } = partnership()
        server.failNext("users.create", fault, { times: 2 })
        await partner.organization("org_1").users.create(user)
        const sent = server.requests.filter(({ operation }) => operation === "users.create")
        assert.strictEqual(sent.length, 3)
        assert.strictEqual(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
        assert.match(sent[0]?.idempotencyKey ?? "", /^[0-9a-f-]{36}$/)
        assert.strictEqual(server.data.users("org_1").filter(({ email }) => email === user.email).length, 1)
      })
    }

    it("each call has a key of its own", async () => {
      const { partner, server } = partnership()
      const scoped = partner.organization("org_1")
      await scoped.users.create(user)
      await scoped.users.create({ ...user, email: "other@example.com" })
      const keys = server.requests.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
      assert.strictEqual(new Set(keys).size, 2)
    })

    it("a key of yours is the one that is sent, and is answered with what was done", async () => {
      const { partner, server } = partnership()
      const scoped = partner.organization("org_1")
      const first = await scoped.users.create(user, { idempotencyKey: "import-7" })
      const second = await scoped.users.create(user, { idempotencyKey: "import-7" }).withResponse()
      assert.strictEqual(second.data.id, first.id)
      assert.strictEqual(second.response.headers["idempotency-replayed"], "true")
      assert.deepStrictEqual(
        server.requests.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
        ["import-7", "import-7"]
      )
    })

    it("the server is asked once whether it accepts keys", async () => {
      const { partner, server } = partnership()
      const scoped = partner.organization("org_1")
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => scoped.users.create({ ...user, email: `u${index}@example.com` }))
      )
      assert.strictEqual(server.count("system.extensions"), 1)
    })

    it("when nobody can say whether it accepts keys, it is asked again with the next call", async () => {
      const { partner, server } = partnership({}, { retries: 0 })
      const scoped = partner.organization("org_1")
      server.failNext("system.extensions", { status: 503 })
      await scoped.users.create(user)
      await scoped.users.create({ ...user, email: "other@example.com" })
      assert.strictEqual(server.count("system.extensions"), 2)
      const keys = server.requests
        .filter(({ operation }) => operation === "users.create")
        .map(({ idempotencyKey }) => idempotencyKey !== undefined)
      assert.deepStrictEqual(keys, [false, true])
    })

    it("idempotency: never sends no key, always sends one unasked", async () => {
      for (const [idempotency, expected] of [
        ["never", false],
        ["always", true]
      ] as const) {
        const { partner, server } = partnership({}, { idempotency })
        await partner.organization("org_1").users.create(user)
        assert.strictEqual(server.count("system.extensions"), 0)
        assert.strictEqual(
          server.requests.some(({ idempotencyKey }) => idempotencyKey !== undefined),
          expected
        )
      }
    })
  })

  describe("a write whose answer shows a secret once", () => {
    const endpoint = { url: "https://example.com/webhooks" }
    /** Two that are written so, and the same by its path. */
    const writes: ReadonlyArray<
      readonly [operation: string, write: (scoped: OrganizationClient) => PromiseLike<unknown>]
    > = [
      ["webhookEndpoints.create", ({ webhookEndpoints }) => webhookEndpoints.create(endpoint)],
      ["webhookEndpoints.create", (scoped) => scoped.request("POST", "/v1/webhook_endpoints", { body: endpoint })],
      ["webhookEndpoints.rotateSecret", ({ webhookEndpoints }) => webhookEndpoints.rotateSecret("whe_1", {})]
    ]

    for (const [operation, write] of writes) {
      for (const fault of passing) {
        it(`${operation}: one attempt after ${JSON.stringify(fault)}, although the server accepts keys`, async () => {
          const { partner, server } = partnership()
          server.failNext(operation, fault)
          const error = await failureOf(write(partner.organization("org_1")))
          assert.strictEqual(error.outcome, "unknown")
          assert.strictEqual(error.attempts, 1)
          assert.strictEqual(server.count(operation), 1)
        })
      }

      it(`${operation}: one attempt after a refusal for the rate`, async () => {
        const { partner, server } = partnership()
        server.failNext(operation, { status: 429, retryAfterSeconds: 1 })
        const error = await failureOf(write(partner.organization("org_1")))
        assert.deepStrictEqual([error._tag, error.outcome, error.attempts], ["RateLimited", "rejected", 1])
      })
    }

    it("is sent again when nobody got it, and shows the secret", async () => {
      const { partner, server } = partnership()
      server.failNext("webhookEndpoints.create", "refused", { times: 2 })
      const { data, response } = await partner.organization("org_1").webhookEndpoints.create(endpoint).withResponse()
      assert.strictEqual(response.attempts, 3)
      assert.match(data.secret ?? "", /^whsec_/)
    })

    it("shows no secret to who repeats it under a key of their own", async () => {
      const { partner, server } = partnership()
      const { webhookEndpoints } = partner.organization("org_1")
      const options = { idempotencyKey: "setup-1" }
      server.failNext("webhookEndpoints.create", "reset-after")
      assert.strictEqual((await failureOf(webhookEndpoints.create(endpoint, options))).attempts, 1)
      const again = await webhookEndpoints.create(endpoint, options).withResponse()
      assert.strictEqual(again.response.headers["idempotency-replayed"], "true")
      assert.isUndefined(again.data.secret)
      assert.lengthOf(again.data.secret_hint, 4)
      assert.lengthOf((await webhookEndpoints.list()).content, 1)
    })
  })

  describe("Retry-After", () => {
    const cases: ReadonlyArray<readonly [header: string, waitsMs: readonly [number, number] | "fails"]> = [
      ["0", [0, 0]],
      ["7", [7_000, 7_700]],
      ["60", [60_000, 60_000]],
      ["61", "fails"],
      ["86400", "fails"],
      ["Thu, 01 Jan 2026 00:00:30 GMT", [20_000, 33_000]],
      ["Thu, 01 Jan 1970 00:00:00 GMT", [0, 0]],
      ["Thu, 01 Jan 2037 00:00:00 GMT", "fails"],
      // What cannot be read is as if it were not there.
      ["-5", [0, 500]],
      ["soon", [0, 500]],
      ["1e3", [0, 500]],
      ["99999999999999999999", [0, 500]],
      ["", [0, 500]]
    ]
    for (const [header, waits] of cases) {
      it(`${JSON.stringify(header)}: ${waits === "fails" ? "fails at once and names the wait" : `waits ${waits.join(" to ")} ms`}`, async () => {
        const { events, partner, server } = partnership()
        server.failNext("jobs.list", { status: 429, headers: { "retry-after": header } })
        const call = partner.organization("org_1").jobs.list()
        const waited = () => events.flatMap((event) => (event.type === "waiting" ? [event.waitMs] : []))
        if (waits === "fails") {
          const error = await failureOf(call)
          assert.strictEqual(error._tag, "RateLimited")
          assert.isAbove(error.retryAfterMs ?? 0, retryAfterMsMax)
          assert.deepStrictEqual(waited(), [])
        } else {
          await call
          const [waitMs = -1, ...more] = waited()
          assert.deepStrictEqual(more, [])
          assert.isAtLeast(waitMs, waits[0])
          assert.isAtMost(waitMs, waits[1])
        }
      })
    }
  })

  it("a refusal for the rest of the day holds up no other call (partners, Limits)", async () => {
    const { events, partner, server } = partnership()
    const { jobs, users } = partner.organization("org_1")
    server.failNext("users.create", { status: 429, retryAfterSeconds: 3_600 })
    assert.strictEqual((await failureOf(users.create(user))).retryAfterMs, 3_600_000)
    const before = server.clock.nowMs()
    await jobs.list()
    assert.strictEqual(server.clock.nowMs(), before)
    assert.isFalse(events.some(({ type }) => type === "queued"))
  })

  it("a wait that would outlast the deadline is not begun", async () => {
    const { events, partner, server } = partnership()
    server.failNext("jobs.list", { status: 503, retryAfterSeconds: 30 })
    const error = await failureOf(partner.organization("org_1").jobs.list({}, { deadlineMs: 20_000 }))
    assert.strictEqual(error._tag, "Unavailable")
    assert.strictEqual(error.retryAfterMs, 30_000)
    assert.isFalse(events.some(({ type }) => type === "waiting"))
  })

  it("an attempt that hangs ends after timeoutMs, the call after deadlineMs", async () => {
    const { partner, server } = partnership()
    server.failNext("jobs.list", "hang", { times: 9 })
    const before = server.clock.nowMs()
    const attempt = await failureOf(partner.organization("org_1").jobs.list({}, { timeoutMs: 4_000, retries: 0 }))
    assert.strictEqual(attempt._tag, "Timeout")
    assert.match(attempt.message, /4 s/)
    assert.strictEqual(server.clock.nowMs() - before, 4_000)
    const began = server.clock.nowMs()
    const whole = await failureOf(
      partner.organization("org_1").jobs.list({}, { timeoutMs: 4_000, retries: 9, deadlineMs: 10_000 })
    )
    assert.strictEqual(whole._tag, "Timeout")
    assert.isAtMost(server.clock.nowMs() - began, 10_000)
  })
})
