/**
 * The negative control of the decided rules: a server that breaks one of them is caught by that rule's scenario. The documented
 * rules have theirs beside the kit.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { run } from "@partner-api/conformance/Run"
import { isDocumented } from "@partner-api/conformance/Scenario"
import { scenarios } from "@partner-api/conformance/Scenarios"
import { sharedServer } from "../TestServer.ts"
import { variants } from "./Variants.ts"
import { startWrongProxy } from "./WrongProxy.ts"

const proxy = await startWrongProxy()
const { port } = await sharedServer({ publicUrl: proxy.baseUrl })
proxy.leadTo(port)

const judge = (only: ReadonlyArray<string> = [], client = "sandbox-client", secret = "sandbox-secret") =>
  Effect.runPromise(
    run({
      baseUrl: new URL(proxy.baseUrl),
      clientId: client,
      clientSecret: Redacted.make(secret),
      organization: "org_acme",
      agency: "agy_hirewell",
      timeoutMs: 10_000,
      readOnly: false,
      documentedOnly: false,
      only
    })
  )

const decided = scenarios.map(({ rules: [first] }) => first).filter((rule) => !isDocumented(rule))
/** Seen by a client with a default organization alone. */
const ofThePartner = ["dec-tokens.partner-both-levels"]
const clientOf = (rule: string) => (ofThePartner.includes(rule) ? ["sandbox-partner", "sandbox-partner-secret"] : [])
/** Never reaches the server: the proxy's own parser refuses it, and with other words. */
const caughtAtTheProxy = ["dec-errors.broken-http"]

describe("a server that breaks one decision", () => {
  it.for(variants.map(({ rule, change }) => [rule, change] as const))("is caught: %s %#", async ([rule, change]) => {
    proxy.change(change)
    const { results } = await judge([rule], ...clientOf(rule))
    assert.isNotEmpty(results)
    assert.deepStrictEqual([...new Set(results.map(({ outcome }) => outcome))], ["failed"], JSON.stringify(results))
  })

  it("exists for every decision that has a scenario", () => {
    const broken = [...variants.map(({ rule }) => rule), ...caughtAtTheProxy]
    assert.deepStrictEqual(
      decided.filter((rule) => !broken.includes(rule)),
      []
    )
  })

  it.for(caughtAtTheProxy)("is caught where the proxy itself is one: %s", async (rule) => {
    proxy.change(undefined)
    const { results } = await judge([rule])
    assert.deepStrictEqual([...new Set(results.map(({ outcome }) => outcome))], ["failed"])
  })
})

describe("a server that breaks none", () => {
  it("is not caught behind the same proxy", async () => {
    proxy.change(undefined)
    const { results } = await judge()
    const failed = results.filter(({ outcome }) => outcome === "failed").map(({ rule }) => rule)
    assert.deepStrictEqual(failed, ["dec-errors.broken-http", "dec-errors.parser-400"])
  })
})
