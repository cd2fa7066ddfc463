import { assert, describe, it } from "vitest"
import type { Fault } from "../../src/testing.ts"
import { bodyOf, meet, textOf } from "./Foreign.ts"

const ada = { first_name: "Ada", last_name: "King", email: "king@example.com" }

/** The code of the cause of what `fetch` rejected with. */
const codeOf = async (answer: Promise<unknown>): Promise<string> => {
  const error: unknown = await answer.then(
    () => "no failure",
    (reason: unknown) => reason
  )
  if (!(error instanceof TypeError)) return String(error)
  const { cause } = error
  return typeof cause === "object" && cause !== null && "code" in cause
    ? `${error.message}: ${String(cause.code)}`
    : error.message
}

const enter = async () => {
  const met = meet()
  const token = await met.scoped()
  return {
    ...met,
    jobs: () => met.send("/v1/jobs", { token }),
    add: () => met.send("/v1/users", { token, json: ada }),
    token
  }
}

describe("faults of the test server", () => {
  it("occur in the order of their requests, for their operation, as often as each has", async () => {
    const { jobs, add, server } = await enter()
    server.failNext("users.create", { status: 500 })
    server.failNext("jobs.list", { status: 503 }, { times: 2 })
    server.failNext("*", { status: 429, retryAfterSeconds: 2 })
    const statuses = [await jobs(), await jobs(), await jobs(), await jobs()].map(({ status }) => status)
    assert.deepStrictEqual(statuses, [503, 503, 429, 200])
    assert.deepStrictEqual([(await add()).status, (await add()).status], [500, 201])
  })

  it("of an operation that there is none of are a mistake of the test", async () => {
    const { server } = await enter()
    assert.throws(() => server.failNext("jobs.lst", "reset"), /no operation "jobs.lst". Did you mean jobs.list/)
    assert.throws(() => server.answer("jobs.lst", () => ({})), TypeError)
  })

  it.for([
    [400, "invalid_request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not_found"],
    [409, "conflict"],
    [412, "precondition_failed"],
    [422, "unprocessable_entity"],
    [429, "rate_limited"],
    [500, "internal_error"],
    [503, "unavailable"]
  ] as const)("a status is refused with the Error body of the contract: %s %s", async ([status, error]) => {
    const { jobs, server } = await enter()
    server.failNext("jobs.list", { status, retryAfterSeconds: 7, headers: { "x-more": "1" } })
    const answer = await jobs()
    const body = await bodyOf(answer)
    assert.deepStrictEqual(
      [answer.status, body["error"], body["request_id"]],
      [status, error, answer.headers.get("x-request-id")]
    )
    assert.deepStrictEqual([answer.headers.get("retry-after"), answer.headers.get("x-more")], ["7", "1"])
  })

  it("a status that several errors share takes the one that is named; one that none has is text", async () => {
    const { jobs, server } = await enter()
    server.failNext("jobs.list", { status: 409, error: "idempotency_in_progress" })
    server.failNext("jobs.list", { status: 502 })
    assert.strictEqual((await bodyOf(await jobs()))["error"], "idempotency_in_progress")
    const bad = await jobs()
    assert.deepStrictEqual([bad.status, await bad.text()], [502, "status 502"])
  })

  it("refused and reset: nothing was done; reset-after: it was done and the answer is lost", async () => {
    const { add, server } = await enter()
    const left = () => server.data.users("org_1").length
    server.failNext("users.create", "refused")
    server.failNext("users.create", "reset")
    server.failNext("users.create", "reset-after")
    assert.strictEqual(await codeOf(add()), "fetch failed: ECONNREFUSED")
    assert.strictEqual(await codeOf(add()), "fetch failed: ECONNRESET")
    assert.strictEqual(left(), 2)
    assert.strictEqual(await codeOf(add()), "fetch failed: ECONNRESET")
    assert.strictEqual(left(), 3)
    assert.strictEqual((await add()).status, 409)
    assert.deepStrictEqual(
      server.requests.filter(({ operation }) => operation === "users.create").map(({ status }) => status),
      [undefined, undefined, undefined, 409]
    )
  })

  it("hang: no answer until the request is aborted", async () => {
    const { send, token, server } = await enter()
    server.failNext("jobs.list", "hang")
    const stop = new AbortController()
    const answer = send("/v1/jobs", { token, signal: stop.signal })
    stop.abort()
    assert.match(await codeOf(answer), /AbortError/)
    server.failNext("jobs.list", "hang")
    assert.match(await codeOf(send("/v1/jobs", { token, signal: AbortSignal.abort() })), /AbortError/)
    assert.strictEqual(server.count("jobs.list"), 1)
  })

  it("truncated: the body breaks off in the middle", async () => {
    const { jobs, server } = await enter()
    server.failNext("jobs.list", { truncated: true })
    const answer = await jobs()
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(await codeOf(answer.json()), "terminated: UND_ERR_SOCKET")
  })

  it("html, body and change: what stands between has its own answers", async () => {
    const { jobs, server } = await enter()
    const stream = () => new Blob(["streamed"]).stream()
    const faults: ReadonlyArray<Fault> = [
      { html: 502 },
      { body: "not JSON" },
      { body: new TextEncoder().encode("bytes"), status: 203, headers: { "content-type": "image/png" } },
      { change: ({ body, ...answer }) => ({ ...answer, body: { wrapped: body } }) }
    ]
    for (const fault of faults) server.failNext("jobs.list", fault)
    server.failNext("jobs.list", { body: stream }, { times: 2 })
    const page = await jobs()
    assert.deepStrictEqual([page.status, page.headers.get("content-type")], [502, "text/html"])
    assert.include(await page.text(), "<h1>502</h1>")
    assert.strictEqual(await (await jobs()).text(), "not JSON")
    const bytes = await jobs()
    assert.deepStrictEqual(
      [bytes.status, bytes.headers.get("content-type"), await bytes.text()],
      [203, "image/png", "bytes"]
    )
    assert.property((await bodyOf(await jobs()))["wrapped"], "content")
    assert.deepStrictEqual([await (await jobs()).text(), await (await jobs()).text()], ["streamed", "streamed"])
  })

  it("a body that never ends breaks off when the request is aborted", async () => {
    const { send, token, server } = await enter()
    server.failNext("jobs.list", { body: new ReadableStream({}) })
    const stop = new AbortController()
    const answer = await send("/v1/jobs", { token, signal: stop.signal })
    const read = answer.text()
    stop.abort(new Error("enough"))
    assert.strictEqual(await codeOf(read), "Error: enough")
  })

  it("next: the address of the next page is what the test says", async () => {
    const { jobs, server } = await enter()
    server.failNext("jobs.list", { next: "https://elsewhere.example/v1/jobs?cursor=x" })
    const answer = await jobs()
    assert.strictEqual((await bodyOf(answer))["next"], "https://elsewhere.example/v1/jobs?cursor=x")
    assert.isNull(answer.headers.get("link"))
  })

  it("redirect: followed, refused or shown as the request asks for it; what leaks is recorded", async () => {
    const { server, token } = await enter()
    const headers = { authorization: `Bearer ${token}` }
    const send = (redirect: "manual" | "error" | "follow", more: Record<string, string> = headers) =>
      server.fetch(`${server.baseUrl}/v1/jobs`, { redirect, headers: more })
    server.failNext("jobs.list", { redirect: `${server.baseUrl}/v1/users` }, { times: 3 })
    const shown = await send("manual")
    assert.deepStrictEqual([shown.status, shown.headers.get("location")], [302, `${server.baseUrl}/v1/users`])
    assert.match(await codeOf(send("error")), /^fetch failed/)
    assert.strictEqual((await send("follow")).url, `${server.baseUrl}/v1/users`)
    server.failNext("jobs.list", { redirect: "https://elsewhere.example/steal?x=1" }, { times: 2 })
    assert.strictEqual(await codeOf(send("follow")), "fetch failed: ENOTFOUND")
    assert.strictEqual(await codeOf(send("follow", { "x-auth-token": token })), "fetch failed: ENOTFOUND")
    const foreign = server.requests.filter(({ operation }) => operation === "foreign")
    assert.deepStrictEqual(
      foreign.map(({ path, authorized }) => [path, authorized]),
      [
        ["https://elsewhere.example/steal", false],
        ["https://elsewhere.example/steal", true]
      ]
    )
  })

  it("skip: as many requests go well before, and then the next fail (docs/testing.md)", async () => {
    const { jobs, server } = await enter()
    server.failNext("jobs.list", { status: 503 }, { skip: 2, times: 2 })
    const statuses: Array<number> = []
    for (let request = 1; request <= 5; request++) statuses.push((await jobs()).status)
    assert.deepStrictEqual(statuses, [200, 200, 503, 503, 200])
  })

  it("delayMs: handled after that time of the clock", async () => {
    const { jobs, server } = await enter()
    const startMs = server.clock.nowMs()
    server.failNext("jobs.list", { delayMs: 4_000 })
    assert.strictEqual((await jobs()).status, 200)
    assert.strictEqual(server.clock.nowMs() - startMs, 4_000)
  })

  it("an answer of the test takes the place of the server's, after its checks", async () => {
    const { send, token, server } = await enter()
    server.answer("users.create", ({ body, organizationId }) => ({ status: 202, body: { body, organizationId } }))
    const answer = await send("/v1/users", { token, json: ada, headers: { "idempotency-key": "one" } })
    assert.deepStrictEqual([answer.status, await bodyOf(answer)], [202, { body: ada, organizationId: "org_1" }])
    const again = await send("/v1/users", { token, json: ada, headers: { "idempotency-key": "one" } })
    assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
    assert.strictEqual((await send("/v1/users", { token, json: { ...ada, email: 1 } })).status, 422)
    assert.strictEqual(textOf((await bodyOf(await send("/v1/users", { json: ada })))["error"]), "unauthorized")
  })
})
