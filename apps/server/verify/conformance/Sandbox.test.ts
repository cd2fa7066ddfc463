/**
 * The conformance kit against this server with the data of the sandbox: it breaks no rule, documented or decided.
 */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type Report, reportJson, reportText } from "@partner-api/conformance/Report"
import type { OnProgress } from "@partner-api/conformance/Run"
import { failedLoginWindowMs } from "@partner-api/service/Limits"
import { sharedServer } from "../../test/TestServer.ts"
import { judge as judgeAs, withOutcome } from "./Judge.ts"

type Client = "sandbox-client" | "sandbox-partner" | "sandbox-reader"

const judge = (baseUrl: string, clientId: Client, onProgress?: OnProgress) =>
  judgeAs(
    baseUrl,
    {
      client_id: clientId,
      client_secret: clientId === "sandbox-client" ? "sandbox-secret" : `${clientId}-secret`
    },
    onProgress
  )

const outcomesOf = ({ results }: Report) => results.map(({ rule, outcome }) => `${rule} ${outcome}`)

describe("this server, for a client that may do everything", async () => {
  const { publicUrl, call, tokens, advance } = await sharedServer()
  const readFees = async () => (await call("GET", "/v1/agencies/agy_hirewell/fees", { token: tokens.acme })).text
  const before = await readFees()
  const report = await Effect.runPromise(judge(publicUrl, "sandbox-client"))

  it("keeps every documented rule", () => {
    const documented = report.results.filter((result) => result.documented)
    const of = { results: documented }
    assert.deepStrictEqual([...withOutcome(of, "failed"), ...withOutcome(of, "not run")], [])
    assert.isAtLeast(documented.length, 80)
  })

  it("keeps every decision that can be seen from outside", () => {
    const decided = report.results.filter((result) => !result.documented)
    const of = { results: decided }
    assert.deepStrictEqual(withOutcome(of, "failed"), [])
    assert.deepStrictEqual(withOutcome(of, "not run"), [
      "dec-tokens.partner-both-levels: the client has no default organization"
    ])
    assert.isAtLeast(decided.length, 160)
  })

  it("has its fees back as they were", async () => {
    assert.deepStrictEqual(report.restored_fees_of, ["agy_hirewell"])
    assert.strictEqual(await readFees(), before)
  })

  it("is judged without a secret in the report", () => {
    for (const text of [reportText(report), reportJson(report)]) {
      assert.notInclude(text, "sandbox-secret")
      assert.notMatch(text, /"access_token":"[^…]/)
    }
  })

  it("is judged alike when it is judged again", async () => {
    await advance(failedLoginWindowMs)
    assert.deepStrictEqual(outcomesOf(await Effect.runPromise(judge(publicUrl, "sandbox-client"))), outcomesOf(report))
  })
})

describe("this server, for a client", async () => {
  const { publicUrl, call, tokens, advance } = await sharedServer()
  // Each run sends over half of the wrong credentials that an address may send in a window.
  beforeEach(() => advance(failedLoginWindowMs))

  it("with a default organization gives flow B both levels (decisions, Tokens)", async () => {
    const { results } = await Effect.runPromise(judge(publicUrl, "sandbox-partner"))
    assert.deepStrictEqual(withOutcome({ results }, "failed"), [])
    assert.notInclude(withOutcome({ results }, "not run").join(), "dec-tokens.partner-both-levels")
  })

  it("that only reads jobs breaks no rule; what it may not do is not judged", async () => {
    const { results } = await Effect.runPromise(judge(publicUrl, "sandbox-reader"))
    assert.deepStrictEqual(withOutcome({ results }, "failed"), [])
    assert.isAtLeast(withOutcome({ results }, "passed").length, 100)
    assert.include(
      withOutcome({ results }, "not run").join(),
      "spec-4.7.adds: the client may not: POST /v1/users → 403"
    )
  })

  it("has its fees back when the run is broken off", async () => {
    const path = "/v1/agencies/agy_hirewell/fees"
    const readFees = async () => (await call("GET", path, { token: tokens.acme })).text
    await call("POST", path, { token: tokens.acme, json: { optimizedFee: true, customFees: [] } })
    const before = await readFees()
    const seen: Array<string> = []
    const breakOff: OnProgress = (_done, _total, title) =>
      title === "each call adds a user"
        ? Effect.andThen(
            Effect.promise(async () => void seen.push(await readFees())),
            Effect.interrupt
          )
        : Effect.void
    const exit = await Effect.runPromiseExit(judge(publicUrl, "sandbox-client", breakOff))
    assert.isTrue(Exit.isFailure(exit))
    assert.notStrictEqual(seen[0], before)
    assert.strictEqual(await readFees(), before)
  })
})

describe("a server without a storage of files", async () => {
  const { publicUrl } = await sharedServer({ files: { kind: "none", missing: ["FILES_URL"] } })

  it("breaks no rule; files are not judged (recruiting 5)", async () => {
    const { results } = await Effect.runPromise(judge(publicUrl, "sandbox-client"))
    assert.deepStrictEqual(withOutcome({ results }, "failed"), [])
    assert.include(withOutcome({ results }, "not run").join(), "rec-5.stored-as-sent: the server stores no files")
  })
})
