/**
 * Writes reach the platform as often as a human said yes, and never otherwise (mcp.md, 5.5; B11). What arrives is counted there.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { createTestServer, type Fault, type TestServer } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { at, callTool, failureOf } from "../fixture/RawCalls.ts"
import { makeClient, overHttp, startProduct } from "./Product.ts"

const organization_id = "org_1"
const user = { organization_id, first_name: "Mary", last_name: "Shelley", email: "shelley@example.com" }
const percent = (percentage: string) => ({
  organization_id,
  agency_id: "agy_2",
  customFees: [{ feeType: "PERCENTAGE_FEE", percentage }]
})
const application = { organization_id, application_id: "app_1" }

const person = {
  organization_id,
  job_id: "job_1",
  agency_id: "agy_2",
  first_name: "Mary",
  last_name: "Shelley",
  email: "shelley@example.com"
}

const writes = [
  { name: "add_user", operation: "users.create", given: user, other: { ...user, email: "other@example.com" } },
  { name: "set_agency_fees", operation: "agencies.setFees", given: percent("20%"), other: percent("30%") },
  {
    name: "submit_application",
    operation: "applications.submit",
    given: person,
    other: { ...person, email: "other@example.com" }
  },
  {
    name: "move_application",
    operation: "applications.transition",
    given: { ...application, action: "confirm" },
    other: { ...application, action: "withdraw" }
  }
]

const yes = { confirm: { action: "accept", content: { confirm: true } } }
const no = { confirm: { action: "decline" } }

/** Calls as bytes, so that states can be changed on their way. */
const startRaw = async (server: TestServer, name: string) => {
  const running = await startProduct(server)
  const call = (given: object, params: object = {}) =>
    callTool(running.url, name, { ...given, mode: "apply" }, { params })
  const send = async (given: object) => {
    const answer = await call(given)
    assert.strictEqual(at(answer.body, "result", "resultType"), "input_required", JSON.stringify(answer.body))
    return String(at(answer.body, "result", "requestState"))
  }
  const statusOf = (answer: { readonly body: unknown }) => at(answer.body, "result", "structuredContent", "status")
  return { call, send, statusOf, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

describe.each(writes)("$name", ({ name, operation, given, other }) => {
  describe.each([["auto" as const], ["legacy" as const]])("%s", (era) => {
    const server = createTestServer()
    const human: Human = { questions: [], answer: says("cancel") }
    let way: Awaited<ReturnType<typeof overHttp>>
    beforeAll(async () => {
      way = await overHttp(server, era, human)
    })
    afterAll(() => way[Symbol.asyncDispose]())

    it.each([
      ["preview", "preview", says("accept"), "previewed"],
      ["decline", "apply", says("decline"), "declined"],
      ["cancel", "apply", says("cancel"), "declined"],
      ["a yes without the tick", "apply", says("accept", false), "declined"]
    ])("%s: nothing is sent", async (_what, mode, answer, status) => {
      human.answer = answer
      const result = await way.client.callTool({ name, arguments: { ...given, mode } })
      assert.notStrictEqual(result.isError, true)
      assert.strictEqual(jsonOf(result)["status"], status)
      assert.strictEqual(server.count(operation), 0)
    })

    it("a client that cannot ask: refused, with the way out", async () => {
      const client = makeClient(era, undefined)
      await client.connect(new StreamableHTTPClientTransport(new URL(way.running.url)))
      const result = await client.callTool({ name, arguments: { ...given, mode: "apply" } })
      await client.close()
      const failure = jsonOf(result)
      assert.deepInclude(failure, { error: "confirmation_unavailable", outcome: "not_sent" })
      assert.include(String(failure["message"]), "Use a client that supports elicitation, or let the user ")
      assert.strictEqual(server.count(operation), 0)
    })

    it("accept: one is sent", async () => {
      human.answer = says("accept")
      await way.client.callTool({ name, arguments: { ...given, mode: "apply" } })
      assert.strictEqual(server.count(operation), 1)
    })
  })

  it("accept and repeat: one is sent, under the nonce of the confirmation", async () => {
    const server = createTestServer()
    await using raw = await startRaw(server, name)
    const params = { requestState: await raw.send(given), inputResponses: yes }
    const first = await raw.call(given, params)
    assert.include(["added", "set", "submitted", "moved"], raw.statusOf(first))
    const again = at((await raw.call(given, params)).body, "result", "structuredContent")
    const { replay, replayed, ...answer } = Object(again)
    assert.deepStrictEqual(answer, at(first.body, "result", "structuredContent"))
    assert.isTrue(replayed)
    assert.match(String(replay), /Call (get|find)_[a-z]+/)
    const sent = server.requests.filter((request) => request.operation === operation)
    assert.lengthOf(sent, 1)
    assert.match(sent[0]?.idempotencyKey ?? "", /^[A-Za-z0-9_-]{24}$/)
  })

  it("tampered, foreign, replayed, answered without a question: nothing is sent", async () => {
    const server = createTestServer()
    await using raw = await startRaw(server, name)
    const requestState = await raw.send(given)
    const changed = `${requestState.slice(0, 20)}${requestState[20] === "A" ? "B" : "A"}${requestState.slice(21)}`
    const errors = []
    errors.push(failureOf(await raw.call(given, { requestState: changed, inputResponses: yes }))["error"])
    errors.push(failureOf(await raw.call(other, { requestState, inputResponses: yes }))["error"])
    await raw.call(given, { requestState, inputResponses: no })
    errors.push(failureOf(await raw.call(given, { requestState, inputResponses: yes }))["error"])
    assert.deepStrictEqual(errors, ["confirmation_tampered", "confirmation_foreign", "confirmation_replayed"])
    const unasked = await raw.call(given, { inputResponses: yes })
    assert.strictEqual(at(unasked.body, "result", "resultType"), "input_required")
    assert.strictEqual(server.count(operation), 0)
  })
})

describe("fees", () => {
  it("A, B, A, each confirmed: three writes (mcp.md, 5.5)", async () => {
    const server = createTestServer()
    await using way = await overHttp(server, "auto", { questions: [], answer: says("accept") })
    for (const share of ["20%", "30%", "20%"]) {
      const result = await way.client.callTool({
        name: "set_agency_fees",
        arguments: { ...percent(share), mode: "apply" }
      })
      assert.strictEqual(jsonOf(result)["status"], "set")
    }
    const keys = server.requests.flatMap(({ operation, idempotencyKey }) =>
      operation === "agencies.setFees" ? [idempotencyKey] : []
    )
    assert.lengthOf(keys, 3)
    assert.strictEqual(new Set(keys).size, 3)
    assert.deepStrictEqual(server.data.fees("org_1", "agy_2")?.customFees, [
      { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
    ])
  })

  it("a guarantee and payment terms: the question names them, and they are sent (recruiting 8)", async () => {
    const server = createTestServer()
    const questions: Array<string> = []
    await using way = await overHttp(server, "auto", { questions, answer: says("accept") })
    const terms = { guarantee: { days: 90, refund: "PRORATED" }, paymentTermsDays: 30 }
    const set = (given: object) =>
      way.client.callTool({
        name: "set_agency_fees",
        arguments: { organization_id, agency_id: "agy_2", ...given, mode: "apply" }
      })
    assert.deepInclude(at(jsonOf(await set(terms)), "after"), terms)
    assert.include(questions.join(), "- guarantee: 90 days, refund PRORATED\n- due: 30 days after the start")
    await set({ guarantee: { days: 0 } })
    assert.include(questions.join(), "- guarantee: none")
    const stored = server.data.fees("org_1", "agy_2")
    assert.deepStrictEqual([stored?.guarantee, stored?.paymentTermsDays], [undefined, 30])
  })

  /** Somebody else changes the fees. */
  const change = async (server: TestServer) => {
    await using way = await overHttp(server, "auto", { questions: [], answer: says("accept") })
    const given = {
      organization_id,
      agency_id: "agy_2",
      customFees: [{ feeType: "FLAT_FEE", currency: "JPY", feeCents: 7 }]
    }
    await way.client.callTool({ name: "set_agency_fees", arguments: { ...given, mode: "apply" } })
    assert.strictEqual(server.count("agencies.setFees"), 1)
  }

  it("changed while the human thought: refused", async () => {
    const server = createTestServer()
    await using raw = await startRaw(server, "set_agency_fees")
    const requestState = await raw.send(percent("20%"))
    await change(server)
    const answer = await raw.call(percent("20%"), { requestState, inputResponses: yes })
    assert.strictEqual(failureOf(answer)["error"], "changed_since_preview")
    assert.strictEqual(server.count("agencies.setFees"), 1)
  })

  it("changed between the last look and the write: If-Match refuses it, and the answer shows what is there now", async () => {
    const server = createTestServer()
    await using raw = await startRaw(server, "set_agency_fees")
    // Both looks are shown the tag of a state that is over by the time of the write.
    const over: Fault = { change: (answer) => ({ ...answer, headers: { ...answer.headers, etag: '"over"' } }) }
    server.failNext("agencies.getFees", over, { times: 2 })
    const requestState = await raw.send(percent("20%"))
    const answer = await raw.call(percent("20%"), { requestState, inputResponses: yes })
    const failure = failureOf(answer)
    assert.deepInclude(failure, { error: "changed_since_preview", outcome: "rejected", status: 412 })
    assert.include(String(failure["message"]), "5000.00 EUR")
    assert.deepInclude(server.data.fees("org_1", "agy_2")?.customFees[0], { feeCents: 500_000 })
  })

  describe("that are wrong", () => {
    const server = createTestServer()
    let way: Awaited<ReturnType<typeof overHttp>>
    beforeAll(async () => {
      way = await overHttp(server, "auto")
    })
    afterAll(() => way[Symbol.asyncDispose]())

    it.each([
      [{ customFees: [{ feeType: "PERCENTAGE_FEE", percentage: "120%" }] }, "/customFees/0/percentage"],
      [{ customFees: [{ feeType: "PERCENTAGE_FEE" }] }, "/customFees/0"],
      [{ customFees: [{ feeType: "PERCENTAGE_FEE", percentage: "20%", feeBasisPoints: 2_000 }] }, "/customFees/0"],
      [{ customFees: [{ feeType: "SHARE", percentage: "20%" }] }, "/customFees/0/feeType"],
      [{ customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 0.5 }] }, "/customFees/0/feeCents"],
      [
        {
          customFees: [
            { feeType: "PERCENTAGE_FEE", percentage: "20%" },
            { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
          ]
        },
        "/customFees/1"
      ],
      [{}, "/optimizedFee"]
    ])("%j: refused before anything is sent, naming %s", async (fees, path) => {
      const result = await way.client.callTool({
        name: "set_agency_fees",
        arguments: { organization_id, agency_id: "agy_2", ...fees }
      })
      const failure = jsonOf(result)
      assert.deepInclude(failure, { error: "invalid_arguments", outcome: "not_sent" })
      assert.strictEqual(at(failure, "fields", 0, "path"), path)
      assert.strictEqual(server.count("agencies.setFees"), 0)
    })
  })
})
