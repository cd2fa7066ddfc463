/**
 * Confirmations as a hostile or clumsy client sends them back: changed, late, twice, to another place (mcp.md, 5.5).
 *
 * Over HTTP in the revision whose state travels through the client.
 */
import { assert, describe, it } from "@effect/vitest"
import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { Authorization } from "../../../src/protocol/http/Authorization.ts"
import { confirmationLifetimeMs } from "../../../src/protocol/confirmation/Confirmation.ts"
import { ToolFailure } from "../../../src/protocol/tool/ToolFailure.ts"
import { jsonOf } from "../../fixture/Clients.ts"
import { demo, makeWorld } from "../../fixture/Demo.ts"
import { audience, scopes, startIssuer } from "../../fixture/Issuer.ts"
import { at, callTool, failureOf, type RawAnswer } from "../../fixture/RawCalls.ts"
import { startHttp } from "../../fixture/Running.ts"

const apply = { organization_id: "org_acme", value: "new", mode: "apply" }
const yes = { confirm: { action: "accept", content: { confirm: true } } }
const no = { confirm: { action: "decline" } }

const startWith = async (authorization: Authorization = { kind: "open" }, clock?: Layer.Layer<never>) => {
  const world = makeWorld()
  const server = await startHttp(demo(world), { authorization }, Layer.empty, clock)
  const call = (given: object, params: object = {}, headers: Record<string, string> = {}) =>
    callTool(server.url, "set_value", given, { params, headers })
  const request = async (given: object = apply, headers: Record<string, string> = {}) => {
    const answer = await call(given, {}, headers)
    assert.strictEqual(at(answer.body, "result", "resultType"), "input_required")
    return String(at(answer.body, "result", "requestState"))
  }
  return { ...server, world, call, request, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const resultOf = (answer: RawAnswer) => at(answer.body, "result", "structuredContent")

describe("a confirmation (mcp.md, 5.5)", () => {
  it("asks for one tick, with what would be done in words", async () => {
    await using server = await startWith()
    const answer = await server.call(apply)
    assert.deepInclude(at(answer.body, "result", "inputRequests", "confirm"), { method: "elicitation/create" })
    const params = at(answer.body, "result", "inputRequests", "confirm", "params")
    assert.strictEqual(at(params, "message"), "Set the value from old to new?")
    assert.deepStrictEqual(Object.keys(Object(at(params, "requestedSchema", "properties"))), ["confirm"])
  })

  it("repeated: the same answer again, marked as replayed, and one write", async () => {
    await using server = await startWith()
    const params = { requestState: await server.request(), inputResponses: yes }
    const first = await server.call(apply, params)
    const second = await server.call(apply, params)
    assert.deepStrictEqual(resultOf(first), { status: "set", value: "new" })
    const { replay, ...again } = Object(resultOf(second))
    assert.deepStrictEqual(again, { replayed: true, status: "set", value: "new" })
    assert.include(replay, "What is stored may have changed since. Look at what is stored first.")
    assert.strictEqual(server.world.nonces.length, 1)
  })

  it("sent twice at once: one write, both are answered", async () => {
    await using server = await startWith()
    const params = { requestState: await server.request(), inputResponses: yes }
    const answers = await Promise.all([server.call(apply, params), server.call(apply, params)])
    for (const answer of answers) assert.deepInclude(resultOf(answer), { status: "set", value: "new" })
    // One of them made the change.
    assert.sameMembers(
      answers.map((answer) => at(answer.body, "result", "structuredContent", "replayed")),
      [undefined, true]
    )
    assert.strictEqual(server.world.nonces.length, 1)
  })

  it("questioned anew: another nonce, so A, B, A are three writes", async () => {
    await using server = await startWith()
    for (const value of ["a", "b", "a"]) {
      const given = { ...apply, value }
      const answer = await server.call(given, { requestState: await server.request(given), inputResponses: yes })
      assert.deepStrictEqual(resultOf(answer), { status: "set", value })
    }
    assert.strictEqual(new Set(server.world.nonces).size, 3)
  })

  it("after a failure that may be repeated: the same nonce again; after another: the same failure", async () => {
    await using server = await startWith()
    const failure = { error: "unavailable", message: "Not now.", outcome: "unknown" as const, next: [] }
    server.world.failures.push(new ToolFailure({ ...failure, retryable: true }))
    const params = { requestState: await server.request(), inputResponses: yes }
    assert.strictEqual(failureOf(await server.call(apply, params))["error"], "unavailable")
    assert.deepStrictEqual(resultOf(await server.call(apply, params)), { status: "set", value: "new" })
    assert.strictEqual(server.world.nonces.length, 2)
    assert.strictEqual(new Set(server.world.nonces).size, 1)

    server.world.failures.push(new ToolFailure({ ...failure, retryable: false }))
    const again = { requestState: await server.request(), inputResponses: yes }
    assert.strictEqual(failureOf(await server.call(apply, again))["error"], "unavailable")
    assert.strictEqual(failureOf(await server.call(apply, again))["error"], "unavailable")
    assert.strictEqual(server.world.nonces.length, 3)
  })

  it("declined, then sent again with a yes: refused as used", async () => {
    await using server = await startWith()
    const requestState = await server.request()
    const declined = await server.call(apply, { requestState, inputResponses: no })
    assert.deepStrictEqual(resultOf(declined), { status: "declined", value: "old" })
    // That it was used is reported before that something else has changed.
    server.world.value = "changed by somebody"
    const answer = await server.call(apply, { requestState, inputResponses: yes })
    assert.strictEqual(failureOf(answer)["error"], "confirmation_replayed")
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("without an answer: asks again", async () => {
    await using server = await startWith()
    const answer = await server.call(apply, { requestState: await server.request(), inputResponses: {} })
    assert.strictEqual(at(answer.body, "result", "resultType"), "input_required")
  })

  it("with an answer but no state: the call gets the question, and writes nothing", async () => {
    await using server = await startWith()
    const answer = await server.call(apply, { inputResponses: yes })
    assert.strictEqual(at(answer.body, "result", "resultType"), "input_required")
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("changed in any character: refused as tampered", async () => {
    await using server = await startWith()
    const state = await server.request()
    for (const place of [0, 10, 40, 60, 90, state.length - 1]) {
      const changed = `${state.slice(0, place)}${state[place] === "A" ? "B" : "A"}${state.slice(place + 1)}`
      const answer = await server.call(apply, { requestState: changed, inputResponses: yes })
      assert.strictEqual(failureOf(answer)["error"], "confirmation_tampered")
    }
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("of another process: refused as tampered", async () => {
    await using other = await startWith()
    await using server = await startWith()
    const answer = await server.call(apply, { requestState: await other.request(), inputResponses: yes })
    assert.strictEqual(failureOf(answer)["error"], "confirmation_tampered")
  })

  it.each([
    ["arguments", { ...apply, value: "worse" }, "other arguments"],
    ["organization", { ...apply, organization_id: "org_other" }, "another organization"]
  ])("with another %s: refused as foreign", async (_what, given, whose) => {
    await using server = await startWith()
    const answer = await server.call(given, { requestState: await server.request(), inputResponses: yes })
    assert.strictEqual(failureOf(answer)["error"], "confirmation_foreign")
    assert.include(String(failureOf(answer)["message"]), whose)
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("of another principal: refused as foreign", async () => {
    await using issuer = await startIssuer()
    await using server = await startWith({ kind: "issuer", issuer: issuer.issuer, audience, scopes })
    const anna = { authorization: `Bearer ${await issuer.token({ sub: "anna" })}` }
    const ben = { authorization: `Bearer ${await issuer.token({ sub: "ben" })}` }
    const params = { requestState: await server.request(apply, anna), inputResponses: yes }
    const answer = await server.call(apply, params, ben)
    assert.strictEqual(failureOf(answer)["error"], "confirmation_foreign")
    assert.include(String(failureOf(answer)["message"]), "somebody else")
    assert.strictEqual(server.world.nonces.length, 0)
    assert.deepStrictEqual(resultOf(await server.call(apply, params, anna)), { status: "set", value: "new" })
  })

  it("of what has changed since it was shown: refused", async () => {
    await using server = await startWith()
    const requestState = await server.request()
    server.world.value = "changed by somebody"
    const answer = await server.call(apply, { requestState, inputResponses: yes })
    assert.strictEqual(failureOf(answer)["error"], "changed_since_preview")
    assert.include(String(failureOf(answer)["message"]), "Set the value from changed by somebody to new?")
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("of other words than were shown: refused", async () => {
    await using server = await startWith()
    const requestState = await server.request()
    server.world.remark = " And one thing more."
    const answer = await server.call(apply, { requestState, inputResponses: yes })
    assert.strictEqual(failureOf(answer)["error"], "changed_since_preview")
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("what the last look has shown is what the write relies on", async () => {
    await using server = await startWith()
    const requestState = await server.request()
    // The value is as it was shown, but it is another look that the write follows.
    server.world.looks = 41
    await server.call(apply, { requestState, inputResponses: yes })
    assert.deepStrictEqual(server.world.writtenAfterLook, [42])
  })

  it("good for five minutes, to the millisecond", async () => {
    const clock = TestClock.layer({ warningDelay: "1 hour" })
    await using server = await startWith({ kind: "open" }, clock)
    const [early, late] = [await server.request(), await server.request()]
    await server.runtime.runPromise(TestClock.adjust(confirmationLifetimeMs - 1))
    const inTime = await server.call(apply, { requestState: early, inputResponses: yes })
    assert.deepStrictEqual(resultOf(inTime), { status: "set", value: "new" })
    await server.runtime.runPromise(TestClock.adjust(1))
    const tooLate = await server.call(apply, { requestState: late, inputResponses: yes })
    assert.strictEqual(failureOf(tooLate)["error"], "confirmation_expired")
    assert.strictEqual(server.world.nonces.length, 1)
  })

  it("holds no argument and no name in its state", async () => {
    await using server = await startWith()
    const state = await server.request({ ...apply, value: "very private" })
    assert.notInclude(Buffer.from(state, "base64url").toString(), "private")
  })
})

describe("a question while the call waits (2025-11-25)", () => {
  const connect = async (url: string, onQuestion: () => Promise<ElicitResult>) => {
    const client = new Client({ name: "t", version: "0" }, { capabilities: { elicitation: {} } })
    client.setRequestHandler("elicitation/create", onQuestion)
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    return { client, [Symbol.asyncDispose]: () => client.close() }
  }

  it("what changed while the human thought is not written", async () => {
    await using server = await startWith()
    await using way = await connect(server.url, async () => {
      server.world.value = "changed by somebody"
      return { action: "accept", content: { confirm: true } }
    })
    const result = await way.client.callTool({ name: "set_value", arguments: apply })
    assert.strictEqual(jsonOf(result)["error"], "changed_since_preview")
    assert.strictEqual(server.world.nonces.length, 0)
  })

  it("a human who does not answer within five minutes: expired, and a late yes changes nothing", async () => {
    await using server = await startWith({ kind: "open" }, TestClock.layer({ warningDelay: "1 hour" }))
    const questioned = Promise.withResolvers<void>()
    const late = Promise.withResolvers<ElicitResult>()
    await using way = await connect(server.url, () => {
      questioned.resolve()
      return late.promise
    })
    const calling = way.client.callTool({ name: "set_value", arguments: apply })
    await questioned.promise
    await server.runtime.runPromise(TestClock.adjust(confirmationLifetimeMs))
    assert.strictEqual(jsonOf(await calling)["error"], "confirmation_expired")
    late.resolve({ action: "accept", content: { confirm: true } })
    const world = await way.client.callTool({ name: "look", arguments: {} })
    assert.deepStrictEqual(world.structuredContent, { value: "old", writes: 0 })
  })

  it("each call is a question of its own: two yes, two nonces", async () => {
    await using server = await startWith()
    await using way = await connect(server.url, async () => ({ action: "accept", content: { confirm: true } }))
    await way.client.callTool({ name: "set_value", arguments: apply })
    await way.client.callTool({ name: "set_value", arguments: apply })
    assert.strictEqual(new Set(server.world.nonces).size, 2)
  })
})
