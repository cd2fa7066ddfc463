/**
 * The negative control of the decided rules: a server that breaks one of them is caught by that rule's scenario. The documented
 * rules have theirs beside the kit.
 */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { attachments } from "@partner-api/conformance/decided/Attachments"
import { messages } from "@partner-api/conformance/decided/Messages"
import { reasons } from "@partner-api/conformance/decided/Reasons"
import { assignments } from "@partner-api/conformance/decided/Assignments"
import { feePreview } from "@partner-api/conformance/decided/FeePreview"
import { feesHistory } from "@partner-api/conformance/decided/FeesHistory"
import { filters } from "@partner-api/conformance/decided/Filters"
import { invitations } from "@partner-api/conformance/decided/Invitations"
import { run } from "@partner-api/conformance/Run"
import { isDocumented } from "@partner-api/conformance/Scenario"
import { scenarios } from "@partner-api/conformance/Scenarios"
import { sharedServer } from "../../test/TestServer.ts"
import { answer, json, listOf, membersOf, status } from "./Edits.ts"
import { variants } from "./Variants.ts"
import { type Change, startWrongProxy } from "./WrongProxy.ts"

const proxy = await startWrongProxy()
const server = await sharedServer({ publicUrl: proxy.baseUrl, keepsRequestLog: true })
proxy.leadTo(server.port)

/** Wrong credentials are counted for so long, and every test here shows some. */
const failedLoginWindow = 60_000
beforeEach(() => server.advance(failedLoginWindow))

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

describe("a server without an extension", () => {
  const announcing = (edit: (extensions: ReadonlyArray<unknown>) => ReadonlyArray<unknown>): Change =>
    json(/^GET \/\.well-known\/partner-api/, (found) => ({ extensions: edit(listOf(membersOf(found)["extensions"])) }))

  it.for([
    ["filters", filters],
    ["fees.preview", feePreview],
    ["fees.history", feesHistory],
    ["jobs.assignments", assignments],
    ["applications.attachments", attachments],
    ["applications.messages", messages],
    ["applications.reasons", reasons],
    ["agencies.invite", invitations]
  ] as const)("is not judged by the rules of %s (decisions, Discovery)", async ([extension, needing]) => {
    proxy.change(announcing((all) => all.filter((name) => name !== extension)))
    const { results } = await judge(needing.map(({ rules: [first] }) => first))
    assert.isNotEmpty(results)
    assert.deepStrictEqual(
      [...new Set(results.map(({ outcome, reason }) => `${outcome}: ${reason}`))],
      [`not run: this server has no extension ${extension}`]
    )
  })
})

/** Answers wrong credentials with 429. */
const throttling = (headers: Readonly<Record<string, string>>): Change =>
  answer(/^POST \/(?:oauth\/token|v1\/auth\/token)/, (found) =>
    found.status === 401 ? { ...found, status: 429, headers } : found
  )

/** The same server without the page of this project's extensions. */
const bare =
  (change: Change): Change =>
  async (request, next) =>
    request.url === "/.well-known/partner-api" ? { status: 404, headers: {}, body: "" } : await change(request, next)

describe("a server that counts wrong credentials", () => {
  const wrongCredentials = ["spec-4.5.unauthorized", "spec-5.invalid-credentials", "dec-errors.oauth-order"]
  const outcomes = async (only: ReadonlyArray<string>) => {
    const { results } = await judge(only)
    return [...new Set(results.map(({ outcome, reason }) => `${outcome} ${reason?.slice(0, 9) ?? ""}`))]
  }

  it.for(wrongCredentials)("is not judged while it asks to wait: %s (decisions, Errors)", async (rule) => {
    proxy.change(throttling({ "retry-after": "3600" }))
    assert.deepStrictEqual(await outcomes([rule]), ["not run throttled"])
  })

  it.for(wrongCredentials)(
    "breaks the rule when it does not say for how long: %s (decisions, Errors)",
    async (rule) => {
      proxy.change(throttling({}))
      assert.deepStrictEqual(await outcomes([rule]), ["failed "])
    }
  )

  it("breaks the rule when it is none of this project", async () => {
    proxy.change(bare(throttling({ "retry-after": "3600" })))
    assert.deepStrictEqual(await outcomes(["spec-4.5.unauthorized"]), ["failed "])
  })

  it("breaks a rule when it refuses a token so", async () => {
    proxy.change(status(/^GET \/v1\/organizations/, 401, 429))
    assert.deepStrictEqual(await outcomes(["spec-5.missing-token"]), ["failed "])
  })

  it("is shown five wrong credentials in a run, of the twenty that it lets pass", async () => {
    const shown: Array<string> = []
    proxy.change(
      answer(/^POST \/(?:oauth\/token|v1\/auth\/token)/, (found, { url }) => {
        if (found.status === 401) shown.push(url)
        return found
      })
    )
    await judge()
    assert.lengthOf(shown, 5)
  })
})
