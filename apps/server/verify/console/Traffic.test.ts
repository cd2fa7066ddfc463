/**
 * Overview and Requests of the console in a real browser, as support uses them (docs/console.md): how much is asked, one request by its id,
 * and requests by filters that stay in the address.
 */
import { assert, describe, it } from "@effect/vitest"
import { startServer } from "../../test/TestServer.ts"
import { missingBrowser } from "../docs/Browser.ts"
import {
  choosePage,
  consoleServer,
  factOf,
  headed,
  openSignedIn,
  rowsOf,
  sharedBrowser,
  slow
} from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

describe.skipIf(missingBrowser !== undefined)(`the traffic of partners in the console${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()

  const wrong = (id: string) =>
    server.call("POST", "/v1/users", {
      token: server.tokens.acme,
      headers: { "x-request-id": id },
      json: { first_name: "Ada", email: "no address" }
    })
  const right = (id: string) =>
    server.call("GET", "/v1/jobs?limit=1", { token: server.tokens.globex, headers: { "x-request-id": id } })

  it("Overview: shows the requests just made as numbers, as a plot and as its table, for each period (docs/decisions/0067)", async () => {
    await Promise.all([wrong("one"), wrong("two"), right("three")])
    await server.settleLog()
    const { page, quiet } = await openSignedIn(browser(), server)
    const numbers = async () => Number(await factOf(page, "Requests").innerText())
    const requests = await numbers()
    assert.isAtLeast(requests, 3)
    assert.match(await factOf(page, "Refused (4xx)").innerText(), /^2 /)
    assert.match(await factOf(page, "Failed (5xx)").innerText(), /^0 /)

    const plot = page.getByRole("figure", { name: "Requests" })
    await plot.getByText("As a table").click()
    const sumOf = async (): Promise<number> => {
      await plot.getByRole("table").waitFor()
      const rows = await plot.getByRole("table").getByRole("row").all()
      const counts = await Promise.all(rows.slice(1).map((row) => row.getByRole("cell").first().innerText()))
      return counts.reduce((sum, text) => sum + Number(text), 0)
    }
    assert.strictEqual(await sumOf(), requests)

    const periods = page.getByRole("group", { name: "Period" })
    for (const [name, period] of [
      ["24 hours", "24h"],
      ["7 days", "7d"],
      ["1 hour", "1h"]
    ] as const) {
      await periods.getByRole("link", { name }).click()
      await page.waitForURL(`**/console/?period=${period}`)
      await periods.getByRole("link", { name }).and(page.locator("[aria-current]")).waitFor()
      // It looks chosen, and no other does.
      const looks: unknown = await page.evaluate(`[...document.querySelectorAll("a[href*='period=']")].map((link) => [
        link.textContent.trim(), getComputedStyle(link).boxShadow !== "none"])`)
      assert.deepStrictEqual(
        Array.isArray(looks) ? looks.filter(([, isRaised]) => isRaised).map(([text]) => text) : looks,
        [name]
      )
      assert.strictEqual(await numbers(), requests)
    }
    assert.deepStrictEqual(await rowsOf(page, /^Errors of the period/), [
      ["unprocessable_entity", "sandbox-client", "2"]
    ])
    quiet()
  })

  it("Overview: leads with the share of failed requests, and compares each number with the hour before (docs/console)", async () => {
    await using own = await startServer({ hasConsole: true, keepsRequestLog: true })
    const token = await own.partner()
    const sendRequests = async (count: number) => {
      for (let sent = 0; sent < count; sent++) await own.call("GET", "/v1/jobs?limit=1", { token })
      await own.advance(2_000)
    }
    await sendRequests(5)
    await own.advance(3_600_000)
    await sendRequests(2)
    const { page, quiet } = await openSignedIn(browser(), own)
    const beside = (name: string) => page.locator(`dt:text-is("${name}") ~ dd`).nth(1).innerText()
    assert.strictEqual(await page.getByRole("term").first().innerText(), "Failed (5xx)")
    assert.match(await factOf(page, "Failed (5xx)").innerText(), /^0 %\s+0 of 2 requests$/)
    assert.strictEqual(await beside("Failed (5xx)"), "0 % the hour before")
    // One request of the hour before was for the token.
    assert.strictEqual(await beside("Requests"), "4 fewer than the hour before")
    assert.strictEqual(await beside("Refused (4xx)"), "none the hour before")
    assert.match(await beside("Duration p50"), /^(as fast as|[\d.]+ ms (slower|faster) than) the hour before$/)
    await page.getByRole("group", { name: "Period" }).getByRole("link", { name: "24 hours" }).click()
    await page.getByText("none the day before").first().waitFor()
    assert.strictEqual(await beside("Requests"), "none the day before")
    quiet()
  })

  it("Overview: names the clients that cost most, and says so before there are any (docs/console.md, The pages)", async () => {
    await using idle = await startServer({ hasConsole: true })
    await idle.query("UPDATE clients SET name = ? WHERE id = ?", "Hirewell", "sandbox-partner")
    const { page, quiet } = await openSignedIn(browser(), idle)
    await page.getByText("No client has cost anything yet.").waitFor()
    const reader = await idle.partner("sandbox-reader")
    const large = await idle.call("POST", "/v1/jobs", {
      token: await idle.partner(),
      json: { title: "x".repeat(240_000) }
    })
    await idle.call("GET", "/v1/jobs?limit=1", { token: reader })
    await idle.advance(10_000)
    await page.reload()
    const rows = await rowsOf(page, /^Clients with the most CPU time/)
    assert.deepStrictEqual(
      rows.map(([client, , points]) => [client, points]),
      [
        ["Hirewell sandbox-partner", String(Number(large.headers["ratelimit-cost"]) + 1)],
        ["sandbox-reader", "2"]
      ]
    )
    assert.match(rows[0]?.[1] ?? "", /^[\d.]+ m?s$/)
    await page
      .getByRole("table", { name: /^Clients with the most CPU time/ })
      .getByRole("link")
      .first()
      .click()
    await headed(page, "Hirewell")
    quiet()
  })

  it("Deprecations: says that nobody uses what is deprecated, then names the client that does (docs/console.md, The pages)", async () => {
    await using own = await startServer({ hasConsole: true, keepsRequestLog: true })
    const { page, quiet } = await openSignedIn(browser(), own)
    await choosePage(page, "Deprecations")
    await page.getByText("No request of the log uses what is deprecated.").waitFor()
    // The hire names no application that is there: it uses the member all the same.
    const hire = { start_date: "2026-12-01", base_salary_cents: 7_200_000, currency: "EUR", custom_fee: 0 }
    const path = "/v1/applications/app_none/transitions"
    await own.call("POST", path, { token: await own.partner(), json: { action: "hire", hire } })
    await own.advance(2_000)
    await page.getByRole("button", { name: "Refresh" }).click()
    const [row = [], ...others] = await rowsOf(page, /^Uses of what is deprecated/)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(row.slice(0, 5), [
      "sandbox-partner",
      "applications.transition /hire/custom_fee",
      "send expected_fee",
      "2027-12-31",
      "1"
    ])
    quiet()
  })

  it("Requests: finds a request by the id in a pasted error, and explains it (docs/decisions/0067)", async () => {
    const answer = await wrong("ticket_17")
    await server.settleLog()
    const { page, quiet } = await openSignedIn(browser(), server)
    await page.getByRole("searchbox", { name: "Request id" }).fill(answer.text)
    await page.getByRole("button", { name: "Find" }).click()
    await headed(page, /422\s+POST\s+\/v1\/users/)
    assert.include(await factOf(page, "Request id").innerText(), "ticket_17")
    assert.strictEqual(await factOf(page, "Client").innerText(), "sandbox-client")
    assert.match(await factOf(page, "Organization").innerText(), /^Acme\s+org_acme/)
    assert.match(await factOf(page, "Rate limit").innerText(), /^\d+ of 100000 left$/)
    assert.includeDeepMembers(
      (await rowsOf(page, "What was wrong with the request")).map(([where, mistake]) => [where, mistake]),
      [
        ["body /email", "format"],
        ["body /last_name", "required"]
      ]
    )
    const steps = await page.getByRole("main").getByRole("listitem").allInnerTexts()
    assert.match(
      steps.join(" ").replaceAll(/\s+/g, " "),
      /Token, limit and permission checked .* Body read .* Answered .* first_name string email string/
    )
    assert.notInclude(await page.getByRole("main").innerText(), "no address")
    await factOf(page, "Client").getByRole("link").click()
    await headed(page, "sandbox-client")
    quiet()
  })

  it("Requests: says of an id that it is not there, and what to do (docs/decisions/0067)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    const box = page.getByRole("searchbox", { name: "Request id" })
    await box.fill("nobody_knows_me")
    await box.press("Enter")
    const message = page.getByRole("status").filter({ hasText: "nobody_knows_me" })
    assert.match(await message.innerText(), /No request has the id nobody_knows_me[^]*Check that it is whole/)
    quiet()
  })

  it("Requests: narrows the list by filters that the address keeps (docs/decisions/0067)", async () => {
    await wrong("narrow_1")
    await right("narrow_2")
    await server.settleLog()
    const { context, page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Requests")
    await page.getByText("More filters").click()
    await page.getByLabel("Status").selectOption({ label: "4xx refused" })
    await page.waitForURL("**/requests?status=4xx")
    const caption = "Requests, the newest first"
    await page
      .getByRole("table", { name: caption })
      .getByText("200", { exact: true })
      .first()
      .waitFor({ state: "detached" })
    const refused = await rowsOf(page, caption)
    assert.isTrue(refused.every(([status]) => status === "422"))
    await page.getByLabel("Status").selectOption({ label: "Any" })
    await page.getByLabel("Organization").fill("org_globex")
    await page.getByLabel("Route").fill("/v1/jobs")
    await page.getByRole("button", { name: "Apply" }).click()
    await page.waitForURL("**/requests?route=*&organization_id=org_globex")
    await page.getByRole("table", { name: caption }).getByText("422").first().waitFor({ state: "detached" })
    const jobs = await rowsOf(page, caption)
    assert.isTrue(jobs.length > 0 && jobs.every(([status, request]) => status === "200" && request === "GET /v1/jobs"))
    // A colleague who gets the address sees the same.
    const colleague = await context.newPage()
    await colleague.goto(page.url())
    assert.deepStrictEqual(await rowsOf(colleague, caption), jobs)
    await page.goBack()
    await page.goBack()
    await page.waitForURL("**/requests?status=4xx")
    await page.getByRole("table", { name: caption }).getByText("422").first().waitFor()
    await page.getByRole("link", { name: "POST /v1/users" }).first().click()
    await headed(page, /422/)
    quiet()
  })

  it("Requests: shows at least seven on the first screen of a phone (docs/console)", async () => {
    for (let made = 0; made < 10; made++) await right(`phone_${made}`)
    await server.settleLog()
    const { open, page, quiet } = await openSignedIn(browser(), server, { viewport: { width: 390, height: 844 } })
    await open("/requests", "Requests")
    await rowsOf(page, "Requests, the newest first")
    const whole = await page.evaluate<number>(
      `[...document.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`
    )
    assert.isAtLeast(whole, 7)
    quiet()
  })

  it("Requests: shows errors alone, server errors and slow ones with a press, keeps other filters, and shows what is chosen (docs/console)", async () => {
    await wrong("preset_1")
    await right("preset_2")
    await server.settleLog()
    const { open, page, quiet } = await openSignedIn(browser(), server)
    await open("/requests?client_id=sandbox-client", "Requests")
    const caption = "Requests, the newest first"
    const presets = page.getByRole("group", { name: "Requests" })
    const chosen = () => presets.locator("[aria-current]").allInnerTexts()
    assert.deepStrictEqual(await chosen(), ["All"])
    const statuses = async () => [...new Set((await rowsOf(page, caption)).map(([status]) => status))]
    assert.includeMembers(await statuses(), ["200", "422"])

    await presets.getByRole("link", { name: "Errors only" }).click()
    await page.waitForURL((url) => url.search.includes("status=4xx-5xx") && url.search.includes("client_id="))
    const table = page.getByRole("table", { name: caption })
    await table.getByText("200", { exact: true }).first().waitFor({ state: "detached" })
    assert.deepStrictEqual(await statuses(), ["422"])
    assert.deepStrictEqual(await chosen(), ["Errors only"])
    for (const name of ["Server errors", "Slow"]) {
      await presets.getByRole("link", { name }).click()
      await page.getByText("No request fits these filters.").waitFor()
      assert.deepStrictEqual(await chosen(), [name])
    }
    await page.waitForURL((url) => url.search.includes("min_duration_ms=500") && !url.search.includes("status="))
    await presets.getByRole("link", { name: "All" }).click()
    await table.getByText("200", { exact: true }).first().waitFor()
    quiet()
  })
})
