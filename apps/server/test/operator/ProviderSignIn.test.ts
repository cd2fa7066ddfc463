/**
 * Signing in with an identity provider, against a real one (docs/decisions/0068): who is let in and in which role, and what a stolen, foreign or
 * changed answer does.
 */
import { assert, beforeAll, describe, it, onTestFinished } from "@effect/vitest"
import { providerCallbackPath, providerPath, signInPagePath } from "@partner-api/contract/operator/ConsolePath"
import { startServer, type TestServer } from "../TestServer.ts"
import { makeLink, openConsole, revoke, sessionPath, signIn as signInWithLink } from "./ConsoleSession.ts"
import { openBrowser, type Person, startTeamProvider, type TeamProviderOptions } from "./TeamProvider.ts"

const people: Record<string, Person> = {
  ada: { groups: ["staff", "platform"] },
  ben: { groups: ["support"] },
  one: { groups: "support" },
  eve: { groups: ["sales"] },
  nobody: {},
  carl: { groups: ["platform"], email: "carl@team.example", isVerified: "false" },
  mallory: { groups: ["platform"], email: "ada@team.example", isVerified: false },
  long: { groups: ["platform"], email: `${"a".repeat(101)}@team.example` }
}

describe("signing in with an identity provider (docs/decisions/0068)", () => {
  let server: TestServer
  beforeAll(async () => {
    const provider = await startTeamProvider(people)
    server = await startServer({ hasConsole: true, provider: provider.settings })
    provider.serve(server.consoleUrl)
    return async () => {
      await server.stop()
      await provider[Symbol.asyncDispose]()
    }
  })

  /** Walks through the provider, opens the address that it leads back to, and says where the browser ends. */
  const arrive = async (person: string, browser = openBrowser()) => {
    const back = await browser.signIn(server.consoleUrl, person)
    const answer = await browser.send(back)
    return { browser, back, status: answer.status, location: answer.headers.get("location"), answer }
  }

  const sessionIn = async (browser: ReturnType<typeof openBrowser>) => {
    const answer = await browser.send(new URL(sessionPath, server.consoleUrl).href)
    return { status: answer.status, json: Object(await answer.json()) }
  }

  it("is offered to the page, and the browser begins at the provider with PKCE, state and nonce", async () => {
    const { call, close } = openConsole(server)
    onTestFinished(close)
    const { json } = await call("GET", "/operator/v1/sign_in_methods")
    assert.match(Object(json).provider.name, /^127\.0\.0\.1:\d+$/)
    assert.strictEqual(Object(json).provider.path, providerPath)
    const begun = await call("GET", providerPath)
    assert.strictEqual(begun.status, 303)
    const { searchParams } = new URL(String(begun.headers["location"]))
    assert.strictEqual(searchParams.get("response_type"), "code")
    assert.strictEqual(searchParams.get("code_challenge_method"), "S256")
    for (const name of ["state", "nonce", "code_challenge"]) assert.match(searchParams.get(name) ?? "", /^[\w-]{43}$/)
    assert.match(
      (begun.headers["set-cookie"] ?? []).join(),
      /^console-attempt=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/
    )
  })

  it.for([
    ["ada", "admin"],
    ["ben", "viewer"],
    ["one", "viewer"]
  ] as const)("lets %s in as %s, with the cookie of a session and no other one", async ([person, role]) => {
    const { answer, browser, location, status } = await arrive(person)
    assert.deepStrictEqual([status, location], [303, `${signInPagePath}?done=provider`])
    const cookies = answer.headers.getSetCookie()
    assert.match(cookies.join("\n"), /^console=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/m)
    assert.deepStrictEqual([...browser.jarOf(server.consoleUrl).keys()], ["console"])
    const { json } = await sessionIn(browser)
    assert.deepInclude(json.operator, { name: `${person}@team.example`, role })
  })

  it.for([
    ["eve", "not_allowed"],
    ["nobody", "not_allowed"],
    ["carl", "not_allowed"],
    ["mallory", "not_allowed"],
    ["long", "not_allowed"]
  ] as const)("refuses %s: %s", async ([person, refusal]) => {
    const { browser, location, status } = await arrive(person)
    assert.deepStrictEqual([status, location], [303, `${signInPagePath}?refused=${refusal}`])
    assert.strictEqual((await sessionIn(browser)).status, 401)
  })

  it("sets the role at each sign-in to that of the groups", async () => {
    people["cleo"] = { groups: ["platform"] }
    const first = await arrive("cleo")
    const { json } = await sessionIn(first.browser)
    people["cleo"] = { groups: ["support"] }
    const second = await arrive("cleo")
    const after = await sessionIn(second.browser)
    assert.deepInclude(after.json.operator, { id: json.operator.id, role: "viewer" })
    // The session before has the new role too.
    assert.strictEqual((await sessionIn(first.browser)).json.operator.role, "viewer")
  })

  it("refuses an operator who was revoked", async () => {
    people["dan"] = { groups: ["platform"] }
    await makeLink(server, "dan@team.example", "admin")
    assert.strictEqual((await sessionIn((await arrive("dan")).browser)).status, 200)
    await revoke(server, "dan@team.example")
    assert.strictEqual((await arrive("dan")).location, `${signInPagePath}?refused=not_allowed`)
  })

  it("names the operator in the audit log, and nothing of the provider's answer in the log", async () => {
    await arrive("ada")
    const admin = await signInWithLink(server)
    onTestFinished(admin.close)
    const { json } = await admin.send("GET", "/operator/v1/audit_log?action=operator.signed_in")
    const { json: named } = await admin.send("GET", "/operator/v1/operators")
    const names = new Map(Object(named).content.map((one: { id: string; name: string }) => [one.id, one.name]))
    assert.include(
      Object(json).content.map((one: { operator_id: string }) => names.get(one.operator_id)),
      "ada@team.example"
    )
    assert.notMatch(server.log.faults.join("\n"), /team\.example|code=|eyJ/)
  })

  describe("an answer", () => {
    /** The address that the provider leads back to, with a browser that has not opened it yet. */
    const answered = async (person = "ada") => {
      const browser = openBrowser()
      return { browser, back: await browser.signIn(server.consoleUrl, person) }
    }

    it("opens nothing in a browser that has not asked for it", async () => {
      const { back } = await answered()
      const other = openBrowser()
      const { headers } = await other.send(back)
      assert.strictEqual(headers.get("location"), `${signInPagePath}?refused=expired`)
      assert.strictEqual((await sessionIn(other)).status, 401)
    })

    it("opens nothing in a browser that has asked for another one", async () => {
      const { back } = await answered()
      const other = openBrowser()
      await other.send(new URL(providerPath, server.consoleUrl).href)
      const attempt = other.jarOf(back).get("console-attempt")
      const { headers } = await other.send(back)
      assert.strictEqual(headers.get("location"), `${signInPagePath}?refused=expired`)
      assert.strictEqual((await sessionIn(other)).status, 401)
      assert.strictEqual(other.jarOf(back).get("console-attempt"), attempt, "the other tab goes on")
    })

    it("opens one session, however often it is used", async () => {
      const { back, browser } = await answered()
      const attempt = browser.jarOf(back).get("console-attempt") ?? assert.fail("no attempt")
      assert.strictEqual((await browser.send(back)).headers.get("location"), `${signInPagePath}?done=provider`)
      const thief = openBrowser()
      thief.jarOf(back).set("console-attempt", attempt)
      assert.strictEqual((await thief.send(back)).headers.get("location"), `${signInPagePath}?refused=unavailable`)
      assert.strictEqual((await sessionIn(thief)).status, 401)
    })

    it.for([
      ["state", "expired"],
      ["nonce", "unavailable"],
      ["verifier", "unavailable"]
    ] as const)("opens nothing where the %s is another: %s", async ([member, refusal]) => {
      const { back, browser } = await answered()
      const jar = browser.jarOf(back)
      const attempt = JSON.parse(decodeURIComponent(jar.get("console-attempt") ?? "{}"))
      jar.set("console-attempt", encodeURIComponent(JSON.stringify({ ...attempt, [member]: "x".repeat(43) })))
      assert.strictEqual((await browser.send(back)).headers.get("location"), `${signInPagePath}?refused=${refusal}`)
    })

    it.for([
      ["%7B", "no JSON"],
      ["%E0%A4%A", "no encoding"],
      ["%7B%22state%22%3A1%7D", "other members"]
    ] as const)("opens nothing with the attempt %s: %s", async ([value]) => {
      const { back, browser } = await answered()
      browser.jarOf(back).set("console-attempt", value)
      assert.strictEqual((await browser.send(back)).headers.get("location"), `${signInPagePath}?refused=expired`)
    })

    it("that the person has refused says so", async () => {
      const { back, browser } = await answered()
      const denied = new URL(back)
      denied.searchParams.delete("code")
      denied.searchParams.set("error", "access_denied")
      assert.strictEqual((await browser.send(denied.href)).headers.get("location"), `${signInPagePath}?refused=denied`)
    })
  })
})

it("takes name and groups from the ID token where they are there (docs/decisions/0068)", async () => {
  await using provider = await startTeamProvider(people, { inIdToken: true })
  await using server = await startServer({ hasConsole: true, provider: provider.settings })
  provider.serve(server.consoleUrl)
  const browser = openBrowser()
  const { headers } = await browser.send(await browser.signIn(server.consoleUrl, "ben"))
  assert.strictEqual(headers.get("location"), `${signInPagePath}?done=provider`)
})

it.for<[what: string, options: TeamProviderOptions, expected: RegExp]>([
  ["signs with another key than it publishes", { hasForeignKeys: true }, /signature/],
  ["calls itself another", { statedIssuer: "http://127.0.0.1:1" }, /issuer/],
  ["is one of many tenants", { statedIssuer: "https://login.example.com/{tenantid}/v2.0" }, /issuer/]
])("opens nothing where the provider %s (docs/decisions/0068)", async ([, options, expected]) => {
  await using provider = await startTeamProvider(people, options)
  await using server = await startServer({ hasConsole: true, provider: provider.settings })
  provider.serve(server.consoleUrl)
  const browser = openBrowser()
  const begun = await browser.send(new URL(providerPath, server.consoleUrl).href)
  const end =
    begun.headers.get("location") === `${signInPagePath}?refused=unavailable`
      ? begun
      : await browser.send(await browser.signIn(server.consoleUrl, "ada"))
  assert.strictEqual(end.headers.get("location"), `${signInPagePath}?refused=unavailable`)
  assert.match(server.log.faults.join("\n"), expected)
})

it("says that the provider cannot be reached, and tries again for the next one (docs/decisions/0068)", async () => {
  const provider = await startTeamProvider(people)
  await using server = await startServer({ hasConsole: true, provider: provider.settings })
  await provider[Symbol.asyncDispose]()
  const browser = openBrowser()
  for (let attempt = 0; attempt < 2; attempt++) {
    const { headers } = await browser.send(new URL(providerPath, server.consoleUrl).href)
    assert.strictEqual(headers.get("location"), `${signInPagePath}?refused=unavailable`)
  }
  assert.match(server.log.faults.join("\n"), /identity provider was refused \(unavailable\): .* \(ECONNREFUSED\)/)
})

it("is not there without a provider (docs/decisions/0068)", async () => {
  await using server = await startServer({ hasConsole: true })
  const { call, close } = openConsole(server)
  onTestFinished(close)
  assert.deepStrictEqual((await call("GET", "/operator/v1/sign_in_methods")).json, {})
  assert.notStrictEqual((await call("GET", providerCallbackPath)).status, 303)
})
