/**
 * Answers as the world sends them: newer, older, broken, hostile.
 */
import { assert, describe, it } from "vitest"
import { isPartnerError } from "../src/core/ClientError.ts"
import { bodyBytesMax } from "../src/core/ClientConfig.ts"
import type { ChangeableAnswer } from "../src/testing.ts"
import { failureOf, forEachServer, partnership, tagOf } from "./Partnership.ts"

const withBody =
  (change: (body: Record<string, unknown>) => unknown) =>
  (answer: ChangeableAnswer): ChangeableAnswer => ({ ...answer, body: change({ ...(answer.body as object) }) })

describe("answers", () => {
  forEachServer((options) => {
    it("HTML of a proxy is the error that its status says", async () => {
      for (const [status, tag] of [
        [502, "Unavailable"],
        [503, "Unavailable"],
        [504, "Unavailable"],
        [500, "InternalError"],
        [404, "NotFound"],
        [403, "Forbidden"],
        [418, "InvalidRequest"]
      ] as const) {
        const { partner, server } = partnership(options, { retries: 0 })
        server.failNext("jobs.list", { html: status })
        const error = await failureOf(partner.organization("org_1").jobs.list())
        assert.strictEqual(error._tag, tag)
        assert.strictEqual(error.status, status)
        assert.match(error.message, /baseUrl/)
      }
    })

    it("HTML in place of a list is no list", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", { html: 200 })
      assert.strictEqual(await tagOf(partner.organization("org_1").jobs.list()), "UnexpectedResponse")
    })

    it("an answer that ends in the middle is an error, and a read is retried", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", { truncated: true })
      const { response } = await partner.organization("org_1").jobs.list().withResponse()
      assert.strictEqual(response.attempts, 2)
      server.failNext("jobs.list", { truncated: true }, { times: 9 })
      assert.strictEqual(await tagOf(partner.organization("org_1").jobs.list()), "Network")
    })

    it("fifty megabytes are not read", async () => {
      for (const status of [200, 500]) {
        const { partner, server } = partnership(options, { retries: 0 })
        let sent = 0
        let isCancelled = false
        const body = () =>
          new ReadableStream<Uint8Array>({
            pull: (controller) => {
              sent += 65_536
              controller.enqueue(new Uint8Array(65_536).fill(0x20))
              if (sent > 50 * 1_048_576) controller.close()
            },
            cancel: () => {
              isCancelled = true
            }
          })
        server.failNext("jobs.list", { body, status })
        const error = await failureOf(partner.organization("org_1").jobs.list())
        assert.strictEqual(error._tag, status === 200 ? "UnexpectedResponse" : "InternalError")
        assert.isAtMost(sent, bodyBytesMax + 4 * 65_536)
        assert.isTrue(isCancelled)
      }
    })

    it("a declared length of fifty megabytes is not even begun", async () => {
      const { partner, server } = partnership(options, { retries: 0 })
      server.failNext("jobs.list", { body: "[]", headers: { "content-length": String(50 * 1_048_576) } })
      assert.strictEqual(await tagOf(partner.organization("org_1").jobs.list()), "UnexpectedResponse")
    })

    it("a missing member is an error that names it", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", {
        change: withBody((body) => ({ ...body, content: [{ id: "job_1", title: "Engineer" }] }))
      })
      const error = await failureOf(partner.organization("org_1").jobs.list())
      assert.strictEqual(error._tag, "UnexpectedResponse")
      assert.match(error.message, /\/content\/0\/description is missing/)
    })

    it("a member of another type is an error that names it", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", {
        change: withBody((body) => ({ ...body, content: [{ id: 7, title: "Engineer", description: "" }] }))
      })
      assert.match(
        (await failureOf(partner.organization("org_1").jobs.list())).message,
        /\/content\/0\/id must be a string/
      )
    })

    it("unknown members are left out, and are in the answer behind the data", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", {
        change: withBody((body) => ({
          ...body,
          total: 1,
          content: [{ id: "job_1", title: "Engineer", description: "", remote: true, __proto__: null }]
        }))
      })
      const { data, response } = await partner.organization("org_1").jobs.list().withResponse()
      assert.deepStrictEqual({ ...data.content[0] }, { id: "job_1", title: "Engineer", description: "" })
      assert.deepInclude(response.body, { total: 1 })
    })

    it("an unknown member of an enum is kept as it is", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", {
        change: withBody((body) => ({
          ...body,
          content: [{ id: "job_1", title: "Engineer", description: "", status: "ARCHIVED", salary_min_cents: -1 }]
        }))
      })
      const [job] = (await partner.organization("org_1").jobs.list()).content
      assert.strictEqual(job?.status, "ARCHIVED")
      assert.strictEqual(job?.salary_min_cents, -1)
    })

    it("200 and 201 for a new user are one", async () => {
      for (const status of [200, 201]) {
        const { partner, server } = partnership(options)
        server.failNext("users.create", { change: (answer) => ({ ...answer, status }) })
        const user = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
        const { data, response } = await partner.organization("org_1").users.create(user).withResponse()
        assert.strictEqual(data.email, user.email)
        assert.strictEqual(response.status, status)
      }
    })

    it("an error of another server is reported as it is", async () => {
      const { partner, server } = partnership(options, { retries: 0 })
      const body = JSON.stringify({ error: "quota_exceeded", message: "Come back in May.", details: "none" })
      server.failNext("jobs.list", { body, status: 429, headers: { "x-request-id": "abc" } })
      const error = await failureOf(partner.organization("org_1").jobs.list())
      assert.strictEqual(error._tag, "RateLimited")
      assert.strictEqual(error.code, "quota_exceeded")
      assert.strictEqual(error.message, "Come back in May.")
      assert.strictEqual(error.requestId, "abc")
      assert.deepStrictEqual(error.details, [])
    })

    it("an optional member that is null is one that is not known", async () => {
      const { partner, server } = partnership(options)
      server.failNext("jobs.list", {
        change: withBody((body) => ({
          ...body,
          content: [{ id: "job_1", title: "Engineer", description: "", location: null }]
        }))
      })
      const [job] = (await partner.organization("org_1").jobs.list()).content
      assert.isFalse("location" in (job ?? {}))
    })
  })

  it("a fee of a kind that came later is kept as it is", async () => {
    const { partner, server } = partnership()
    const later = { feeType: "SUCCESS_FEE", share: { of: "bonus" } }
    server.failNext("agencies.getFees", { change: withBody((body) => ({ ...body, customFees: [later] })) })
    const { customFees } = await partner.organization("org_1").agencies.getFees("agy_1")
    assert.deepEqual<unknown>(customFees, [later])
  })

  it("organizations may come in the envelope when it is whole, and never in part", async () => {
    const { partner, server } = partnership()
    const content = [{ id: "org_1", name: "Analytical Engines" }]
    server.failNext("organizations.list", {
      change: (answer) => ({ ...answer, body: { content, next: null, count: 1 } })
    })
    assert.strictEqual((await partner.organizations.list()).length, 1)
    server.failNext("organizations.list", {
      change: (answer) => ({ ...answer, body: { content, next: "/x", count: 1 } })
    })
    assert.strictEqual(await tagOf(partner.organizations.list()), "UnexpectedResponse")
  })

  it("details of the service reach the caller", async () => {
    const { partner } = partnership()
    const scoped = partner.organization("org_1")
    const error = await failureOf(scoped.users.create({ first_name: "A", last_name: "L", email: "ada@example.com" }))
    assert.strictEqual(error._tag, "Conflict")
    assert.strictEqual(error.details[0]?.path, "/email")
    assert.match(error.requestId ?? "", /./)
    assert.strictEqual(error.outcome, "rejected")
  })

  it("what is wrong with a request is found before it is sent, all of it", async () => {
    const { partner, server } = partnership()
    const wrong: object = { first_name: "", lastname: "Lovelace", email: "ada" }
    const error = await failureOf(Reflect.apply(partner.organization("org_1").users.create, undefined, [wrong]))
    assert.strictEqual(error._tag, "UnprocessableEntity")
    assert.strictEqual(error.outcome, "not_sent")
    assert.deepStrictEqual(error.details.map(({ path }) => path).toSorted(), [
      "/email",
      "/first_name",
      "/last_name",
      "/lastname"
    ])
    assert.strictEqual(server.count(), 0)
    assert.strictEqual(await tagOf(partner.organization("org_1").jobs.get("../users")), "UnprocessableEntity")
    assert.strictEqual(await tagOf(partner.organization("org_1").jobs.list({ limit: 101 })), "UnprocessableEntity")
    assert.strictEqual(server.count(), 0)
  })

  it("errors are discriminated without instanceof, and serialise to plain data", async () => {
    const { partner } = partnership()
    const error = await failureOf(partner.organization("org_1").jobs.get("nope"))
    assert.isTrue(isPartnerError(error, "NotFound"))
    assert.isFalse(isPartnerError(error, "Conflict"))
    assert.isFalse(isPartnerError(new Error("NotFound")))
    assert.isFalse(isPartnerError(undefined))
    const plain = JSON.parse(JSON.stringify(error))
    assert.strictEqual(plain._tag, "NotFound")
    assert.strictEqual(plain.operation, "jobs.get")
    assert.strictEqual(plain.code, "not_found")
    // Where the caller called, not where the library works.
    assert.match(error.stack ?? "", /Answers\.test\.ts/)
  })
})
