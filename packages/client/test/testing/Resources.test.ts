import { assert, describe, it } from "vitest"
import { arrayOf, bodyOf, meet, textOf } from "./Foreign.ts"

const ada = { first_name: "Ada", last_name: "King", email: "king@example.com" }

const manyJobs = (count: number) => [
  {
    id: "org_1",
    name: "One",
    jobs: {
      count,
      item: (index: number) => ({
        id: `job_${String(index).padStart(7, "0")}`,
        title: `Job ${index}`,
        description: "What there is to do"
      })
    }
  }
]

describe("lists of the test server", () => {
  it("are walked by next, each item once, and link to it (spec 4.8; decisions, Lists)", async () => {
    const { send, scoped, server } = meet({ organizations: manyJobs(250) })
    const token = await scoped()
    const seen: Array<unknown> = []
    let address: string | null = "/v1/jobs?limit=60"
    while (address !== null) {
      const answer: Response = await send(address, { token })
      const { content, next, count } = await bodyOf(answer)
      seen.push(...arrayOf(content).map(({ id }) => id))
      assert.strictEqual(count, arrayOf(content).length)
      address = typeof next === "string" ? next : null
      assert.strictEqual(answer.headers.get("link"), address === null ? null : `<${address}>; rel="next"`)
      if (address !== null) assert.isTrue(address.startsWith(`${server.baseUrl}/v1/jobs?cursor=`))
    }
    assert.strictEqual(new Set(seen).size, 250)
    assert.strictEqual(server.count("jobs.list"), 5)
  })

  it("of a million items need no array: the last page costs as many items as the first", async () => {
    let made = 0
    const [organization] = manyJobs(1_000_000)
    const item = organization?.jobs.item ?? (() => ({ id: "", title: "", description: "" }))
    const jobs = { count: 1_000_000, item: (index: number) => (made++, item(index)) }
    const { send, scoped } = meet({ organizations: [{ id: "org_1", name: "One", jobs }] })
    const token = await scoped()
    const found = await send("/v1/jobs/job_0999999", { token })
    assert.strictEqual((await bodyOf(found))["title"], "Job 999999")
    await send("/v1/jobs?limit=10", { token })
    assert.isBelow(made, 60)
  })

  it("refuse a limit that is none, an unknown parameter and a changed cursor (decisions, Lists)", async () => {
    const { send, scoped } = meet({ organizations: manyJobs(250) })
    const token = await scoped()
    for (const query of ["limit=0", "limit=101", "limit=x", "limt=5", "limit=1&limit=2"]) {
      const refused = await send(`/v1/jobs?${query}`, { token })
      assert.strictEqual(refused.status, 422, query)
      assert.strictEqual(arrayOf((await bodyOf(refused))["details"])[0]?.["in"], "query")
    }
    const { next } = await bodyOf(await send("/v1/jobs", { token }))
    const changed = await send(`${textOf(next).slice(0, -1)}_`, { token })
    assert.deepStrictEqual([changed.status, (await bodyOf(changed))["error"]], [400, "invalid_cursor"])
  })
})

describe("users of the test server", () => {
  it("are added with 201 and found at Location (decisions, Resources)", async () => {
    const { send, scoped, server } = meet()
    const token = await scoped()
    const added = await send("/v1/users", { token, json: ada })
    assert.strictEqual(added.status, 201)
    const user = await bodyOf(added)
    assert.strictEqual(user["created_at"], "2026-01-01T00:00:00.000Z")
    const found = await send(added.headers.get("location") ?? "", { token })
    assert.deepStrictEqual(await bodyOf(found), user)
    assert.include(
      server.data.users("org_1").map(({ email }) => email),
      ada.email
    )
    const other = await send(`/v1/users/${textOf(user["id"])}`, { token: await scoped("org_2") })
    assert.strictEqual(other.status, 404)
  })

  it("whose email is taken are 409 that names the holder (decisions, Resources)", async () => {
    const { send, scoped } = meet()
    const refused = await send("/v1/users", { token: await scoped(), json: { ...ada, email: "ADA@example.com" } })
    assert.strictEqual(refused.status, 409)
    assert.deepStrictEqual(arrayOf((await bodyOf(refused))["details"]), [
      { in: "body", path: "/email", code: "conflict", message: "belongs to the user usr_1" }
    ])
  })

  it("that are wrong are 422 with every mistake (decisions, Errors)", async () => {
    const { send, scoped } = meet()
    const refused = await send("/v1/users", { token: await scoped(), json: { first_name: "", email: "x", nick: 1 } })
    assert.strictEqual(refused.status, 422)
    const details = arrayOf((await bodyOf(refused))["details"])
    assert.deepStrictEqual(details.map(({ path, code }) => `${textOf(path)} ${textOf(code)}`).toSorted(), [
      "/email format",
      "/first_name length",
      "/last_name required",
      "/nick unknown"
    ])
  })

  it("are added once for one Idempotency-Key, and another request under it is refused (decisions, Safe repetition)", async () => {
    const { send, scoped, server } = meet()
    const token = await scoped()
    const headers = { "idempotency-key": "one" }
    const first = await send("/v1/users", { token, json: ada, headers })
    const second = await send("/v1/users", { token, json: ada, headers: { "idempotency-key": '"one"' } })
    assert.deepStrictEqual(await bodyOf(second), await bodyOf(first))
    assert.deepStrictEqual([second.status, second.headers.get("idempotency-replayed")], [201, "true"])
    const reused = await send("/v1/users", { token, json: { ...ada, last_name: "Byron" }, headers })
    assert.deepStrictEqual([reused.status, (await bodyOf(reused))["error"]], [422, "idempotency_key_reused"])
    assert.lengthOf(server.data.users("org_1"), 3)
    server.clock.advance(86_400_000)
    const later = await send("/v1/users", { token: await scoped(), json: ada, headers })
    assert.strictEqual(later.status, 409)
  })
})

describe("a key whose request had no effect", () => {
  it("is free again: only a request that had an effect is replayed (decisions, Safe repetition)", async () => {
    const { send, scoped, server } = meet()
    const request = { token: await scoped(), json: ada, headers: { "idempotency-key": "one" } }
    const statuses = [409, 201]
    server.answer("users.create", () => ({ status: statuses.shift() ?? 500 }))
    const answers = [
      await send("/v1/users", request),
      await send("/v1/users", request),
      await send("/v1/users", request)
    ]
    assert.deepStrictEqual(
      answers.map(({ status, headers }) => [status, headers.get("idempotency-replayed")]),
      [
        [409, null],
        [201, null],
        [201, "true"]
      ]
    )
  })

  it("makes a second request wait for the first, and both have one answer", async () => {
    const { send, scoped, server } = meet()
    const request = { token: await scoped(), json: ada, headers: { "idempotency-key": "one" } }
    const { promise, resolve } = Promise.withResolvers<void>()
    let calls = 0
    server.answer("users.create", async () => {
      calls++
      await promise
      return { status: 201, body: { id: "usr_9" } }
    })
    const answers = [send("/v1/users", request), send("/v1/users", request)]
    resolve()
    const bodies = await Promise.all(answers.map(async (answer) => (await answer).text()))
    assert.deepStrictEqual([calls, bodies], [1, ['{"id":"usr_9"}', '{"id":"usr_9"}']])
  })
})

describe("fees of the test server", () => {
  it("that stay what they are have no row in the audit log; the answer is what is stored (decisions, Fees)", async () => {
    const { send, scoped } = meet({
      organizations: [{ id: "org_1", name: "One", agencies: [{ id: "agy_1", name: "A" }] }]
    })
    const token = await scoped()
    const actions = async () => arrayOf((await bodyOf(await send("/v1/audit_log", { token })))["content"]).length
    const set = (json: object) => send("/v1/agencies/agy_1/fees", { method: "POST", token, json })
    assert.deepStrictEqual(await bodyOf(await set({})), { optimizedFee: true, customFees: [] })
    assert.strictEqual(await actions(), 0)
    assert.deepStrictEqual(await bodyOf(await set({ optimizedFee: false })), { optimizedFee: false, customFees: [] })
    assert.strictEqual(await actions(), 1)
  })

  const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 15_000 }

  it("keep what an update does not say (decisions, Fees)", async () => {
    const { send, scoped, server } = meet()
    const token = await scoped()
    const set = await send("/v1/agencies/agy_1/fees", { token, json: { customFees: [flat] } })
    assert.deepStrictEqual(await bodyOf(set), { optimizedFee: true, customFees: [flat] })
    await send("/v1/agencies/agy_1/fees", { token, json: { optimizedFee: false } })
    assert.deepStrictEqual(server.data.fees("org_1", "agy_1"), {
      optimizedFee: false,
      customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 15_000 }]
    })
    const agency = await bodyOf(await send("/v1/agencies/agy_1", { token }))
    assert.strictEqual(agency["optimizedFee"], false)
    assert.strictEqual((await send("/v1/agencies/nobody/fees", { token, json: {} })).status, 404)
  })

  it("have an ETag that If-None-Match and If-Match are held against (RFC 9110 §13)", async () => {
    const { send, scoped } = meet()
    const token = await scoped()
    const etag = (await send("/v1/agencies/agy_1/fees", { token })).headers.get("etag") ?? ""
    const known = await send("/v1/agencies/agy_1/fees", { token, headers: { "if-none-match": etag } })
    assert.deepStrictEqual([known.status, await known.text()], [304, ""])
    const headers = { "if-match": etag }
    const set = await send("/v1/agencies/agy_1/fees", { token, headers, json: { optimizedFee: false } })
    assert.strictEqual(set.status, 200)
    assert.notStrictEqual(set.headers.get("etag"), etag)
    const late = await send("/v1/agencies/agy_1/fees", { token, headers, json: { optimizedFee: true } })
    assert.deepStrictEqual([late.status, (await bodyOf(late))["error"]], [412, "precondition_failed"])
  })
})

describe("every answer of the test server", () => {
  it("has a request id: the caller's, or one of its own that the Error body repeats (decisions, Discovery)", async () => {
    const { send } = meet()
    const named = await send("/v1/nowhere", { headers: { "x-request-id": "mine" } })
    assert.deepStrictEqual([named.status, named.headers.get("x-request-id")], [404, "mine"])
    const own = await send("/v1/jobs", { headers: { "x-request-id": "no id" } })
    assert.strictEqual((await bodyOf(own))["request_id"], own.headers.get("x-request-id"))
  })

  it("says which methods there are where the method is wrong (decisions, Errors)", async () => {
    const { send } = meet()
    const refused = await send("/v1/users", { method: "DELETE" })
    assert.deepStrictEqual([refused.status, refused.headers.get("allow")], [405, "GET, POST, HEAD, OPTIONS"])
    assert.strictEqual((await send("/v1/users", { method: "OPTIONS" })).status, 204)
  })

  it("shows what is left of the allowance, and 429 after it until time has passed (decisions, Limits)", async () => {
    const { send, scoped, server } = meet({ rateLimit: { perSecond: 1, burst: 2 } })
    const token = await scoped()
    const first = await send("/v1/jobs", { token })
    assert.strictEqual(first.headers.get("ratelimit"), '"default";r=1;t=1')
    await send("/v1/jobs", { token })
    const refused = await send("/v1/jobs", { token })
    assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "1"])
    server.clock.advance(1_000)
    assert.strictEqual((await send("/v1/jobs", { token })).status, 200)
  })

  it("is the same for a string, a URL and a Request", async () => {
    const { server, scoped } = meet()
    const headers = { authorization: `Bearer ${await scoped()}` }
    const address = `${server.baseUrl}/v1/jobs`
    const answers = [
      await server.fetch(address, { headers }),
      await server.fetch(new URL(address), { headers }),
      await server.fetch(new Request(address, { headers }))
    ]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    assert.strictEqual(new Set(texts).size, 1)
    assert.deepStrictEqual(new Set(answers.map(({ url, ok }) => `${url} ${ok}`)), new Set([`${address} true`]))
  })
})
