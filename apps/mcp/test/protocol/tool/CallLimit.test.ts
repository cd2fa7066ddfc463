/**
 * The limit of calls per principal and tool (mcp.md, 5.4).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { callsAtOnceMax, callsMax } from "../../../src/protocol/tool/CallLimit.ts"
import { demo, makeWorld } from "../../fixture/Demo.ts"
import { audience, scopes, startIssuer } from "../../fixture/Issuer.ts"
import { at, callTool, failureOf } from "../../fixture/RawCalls.ts"
import { startHttp } from "../../fixture/Running.ts"

describe("too many calls (mcp.md, 5.4)", () => {
  it("of one tool are refused with the time to wait; other tools and other principals go on", async () => {
    await using issuer = await startIssuer()
    const clock = TestClock.layer({ warningDelay: "1 hour" })
    const authorization = { kind: "issuer" as const, issuer: issuer.issuer, audience, scopes }
    await using server = await startHttp(demo(makeWorld()), { authorization }, Layer.empty, clock)
    const headersOf = async (sub: string) => ({ authorization: `Bearer ${await issuer.token({ sub })}` })
    const [anna, ben] = [await headersOf("anna"), await headersOf("ben")]
    const look = (headers: Record<string, string>) => callTool(server.url, "look", {}, { headers })

    for (let done = 0; done < callsMax; done += callsAtOnceMax) {
      const allowed = await Promise.all(Array.from({ length: callsAtOnceMax }, () => look(anna)))
      for (const answer of allowed) assert.isDefined(at(answer.body, "result", "structuredContent"))
    }

    const refused = await look(anna)
    assert.isTrue(at(refused.body, "result", "isError"))
    const failure = failureOf(refused)
    assert.deepInclude(failure, { error: "too_many_calls", outcome: "not_sent", retryable: true, next: ["look"] })
    assert.include(String(failure["message"]), "Retry after 1 s")

    assert.isDefined(at((await look(ben)).body, "result", "structuredContent"))
    const other = await callTool(server.url, "measure", { organization_id: "org_acme", text: "a" }, { headers: anna })
    assert.isDefined(at(other.body, "result", "structuredContent"))

    await server.runtime.runPromise(TestClock.adjust("1 second"))
    assert.isDefined(at((await look(anna)).body, "result", "structuredContent"))
  })

  it("at once, by one principal: one more is refused, others go on", async () => {
    await using issuer = await startIssuer()
    const authorization = { kind: "issuer" as const, issuer: issuer.issuer, audience, scopes }
    await using server = await startHttp(demo(makeWorld()), { authorization })
    const headersOf = async (sub: string) => ({ authorization: `Bearer ${await issuer.token({ sub })}` })
    const [anna, ben] = [await headersOf("anna"), await headersOf("ben")]
    const gone = new AbortController()
    const hanging = Array.from({ length: callsAtOnceMax + 1 }, () =>
      callTool(server.url, "hang", {}, { headers: anna, signal: gone.signal })
    )
    const ended = Promise.allSettled(hanging)
    const failure = failureOf(await Promise.race(hanging))
    assert.deepInclude(failure, { error: "too_many_calls", outcome: "not_sent", retryable: true })
    const look = async (headers: Record<string, string>) => callTool(server.url, "look", {}, { headers })
    assert.strictEqual(failureOf(await look(anna))["error"], "too_many_calls")
    assert.isDefined(at((await look(ben)).body, "result", "structuredContent"))

    gone.abort()
    await ended
    await callTool(server.url, "await_stop", {}, { headers: ben })
    assert.isDefined(at((await look(anna)).body, "result", "structuredContent"))
  })
})
