/**
 * The limit of calls per principal where no tool is called (mcp.md, 5.4).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { callsAtOnceMax, callsMax } from "../src/protocol/tool/CallLimit.ts"
import { demo, makeWorld } from "../test/fixture/Demo.ts"
import { at, bodyOf, headersOf, post } from "../test/fixture/RawCalls.ts"
import { startHttp } from "../test/fixture/Running.ts"

describe("too many calls (mcp.md, 5.4)", () => {
  it.each([
    [
      "reads of a resource",
      "resources/read",
      "demo://value",
      { uri: "demo://value" },
      (body: unknown) => at(body, "result", "contents", 0, "text") !== undefined,
      (body: unknown) => String(at(body, "error", "message")).includes("more than 600 times in a minute")
    ],
    [
      "completions",
      "completion/complete",
      undefined,
      { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: "a" } },
      (body: unknown) => at(body, "result", "completion", "total") === 1,
      (body: unknown) => at(body, "result", "completion", "total") === 0
    ]
  ])("of %s are refused too", async (_what, method, name, params, isAnswered, isRefused) => {
    await using server = await startHttp(
      demo(makeWorld()),
      { authorization: { kind: "open" } },
      Layer.empty,
      TestClock.layer({ warningDelay: "1 hour" })
    )
    const call = async () => (await post(server.url, bodyOf(method, params), headersOf(method, name))).body
    for (let done = 0; done < callsMax; done += callsAtOnceMax) {
      const allowed = await Promise.all(Array.from({ length: callsAtOnceMax }, call))
      for (const body of allowed) assert.isTrue(isAnswered(body), JSON.stringify(body))
    }
    assert.isTrue(isRefused(await call()))
  })
})
