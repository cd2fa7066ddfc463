/**
 * Script in every name that a partner or an operator can choose: the console shows it as the text that it is, on each page that shows it
 * (docs/threat-model.md). No dialog opens, nothing is asked of the policy, and no element comes of it.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Page } from "playwright-core"
import { type Answer, textOf } from "../../test/HttpCall.ts"
import { processesOn } from "../../test/operator/OnFile.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { sharedSink } from "../../test/webhooks/Sink.ts"
import { missingBrowser } from "../docs/Browser.ts"
import { choosePage, consoleServer, headed, openSignedIn, sharedBrowser, slow } from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** What a page would run, load or fill in if it took a text for anything else. */
const script = (place: string): string =>
  `${place}<img src=x onerror=alert(1)><script>alert(2)</script>{{3*3}}\${4}"'&lt;`

const readClient = Schema.decodeUnknownSync(Schema.Struct({ client_id: Schema.String }))
const readOrganization = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))

describe.skipIf(missingBrowser !== undefined)(`script in names${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()
  const folder = sharedFolder()
  const sink = await sharedSink(() => 204)
  const commands = processesOn(server.databaseFile)
  const token = server.tokens.acme
  const operatorName = script("operator")
  const taken = (answer: Answer): Answer => {
    assert.oneOf(answer.status, [200, 201], answer.text)
    return answer
  }
  const create = async (path: string, json: object, as = token) =>
    taken(await server.call("POST", path, { token: as, json }))

  // What partners choose.
  await create("/v1/organizations", { name: script("organization") }, server.tokens.primary)
  await create("/v1/users", { first_name: script("first"), last_name: script("last"), email: "script@example.com" })
  const job = textOf(
    await create("/v1/jobs", {
      title: script("title"),
      description: script("description"),
      location: script("location"),
      status: "OPEN"
    }),
    "id"
  )
  await create("/v1/applications", {
    job_id: job,
    agency_id: "agy_hirewell",
    candidate: { first_name: script("candidate"), last_name: "Last", email: "candidate@example.com" }
  })
  await create("/v1/agencies/agy_northwind/fees", {
    optimizedFee: false,
    customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 100, note: script("note") }]
  })
  await server.call("PUT", "/v1/rejection_reasons/position_filled", {
    token,
    json: { text: script("reason"), category: "JOB" }
  })
  await create("/v1/webhook_endpoints", { url: sink.url, types: ["user.*"], description: script("webhook") })
  await server.call("POST", "/v1/users", {
    token,
    headers: { "x-request-id": "script_in_names" },
    json: { "<img src=x onerror=alert(1)>": 1, [script("member")]: { __proto__: 1 }, first_name: 1 }
  })
  await server.call("GET", "/v1/<script>alert(1)</script>?<script>=1", { token })
  // What operators choose, or another system of theirs.
  const client = readClient(
    await commands.json(
      "clients",
      "create",
      "--name",
      script("client"),
      "--organization",
      "org_acme",
      "--as",
      "employer"
    )
  ).client_id
  const organization = readOrganization(await commands.json("organizations", "create", "--name", script("named"))).id
  const file = folder.file("agencies.ndjson")
  Fs.writeFileSync(file, `${JSON.stringify({ external_id: "script", name: script("agency") })}\n`)
  await commands.json("import", "agencies", file, "--organization", "org_acme")
  await server.settleLog()

  /** How many elements of a page came of script. */
  const made = (page: Page) =>
    page.evaluate<number>(`document.querySelectorAll("img, [onerror], #console script").length`)

  /** Waits until the text is shown as it was written, and returns how many elements came of script. */
  const shown = async (page: Page, text: string) => {
    await page.getByText(text).first().waitFor()
    return made(page)
  }

  const places: ReadonlyArray<readonly [address: string, heading: string | RegExp, texts: ReadonlyArray<string>]> = [
    ["/clients", "Clients", [script("client"), operatorName]],
    [`/clients/${client}`, script("client"), [script("client")]],
    ["/organizations", "Organizations", [script("organization"), script("named")]],
    [`/organizations/${organization}`, script("named"), [script("named")]],
    ["/organizations/org_acme?kind=users", "Acme", [`${script("first")} ${script("last")}`]],
    ["/organizations/org_acme?kind=applications", "Acme", [`${script("candidate")} Last`]],
    ["/organizations/org_acme?kind=agencies", "Acme", [script("agency")]],
    ["/organizations/org_acme?kind=reasons", "Acme", [script("reason")]],
    ["/operators", "Operators", [operatorName]],
    ["/audit", "Audit", [operatorName]],
    [`/requests?error=${encodeURIComponent(script("filter"))}`, "Requests", []],
    [`/audit?operator_id=${encodeURIComponent(script("filter"))}`, "Audit", []],
    [`/organizations/${encodeURIComponent(script("address"))}`, "Organization", []],
    ["/webhooks", "Webhooks", [new URL(sink.url).host]]
  ]

  it("is shown as text on each page, and runs nowhere (stored XSS)", async () => {
    const { complaints, open, page, violations } = await openSignedIn(browser(), server, { name: operatorName })
    const dialogs: Array<string> = []
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    for (const [address, heading, texts] of places) {
      await open(address, heading)
      for (const text of texts) assert.strictEqual(await shown(page, text), 0, address)
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
      assert.strictEqual(await made(page), 0, address)
    }

    await open("/organizations/org_acme?kind=jobs", "Acme")
    const row = page.getByText(script("title")).first()
    const more = page.getByRole("button", { name: "Load more" })
    await row.or(more).first().waitFor()
    while (!(await row.isVisible()) && (await more.isVisible())) {
      const rows = await page.getByRole("row").count()
      await more.click()
      await page.getByRole("row").nth(rows).waitFor()
    }
    assert.strictEqual(await shown(page, script("title")), 0)
    assert.strictEqual(await shown(page, script("location")), 0)

    await open("/organizations/org_acme?kind=agencies", "Acme")
    await page.getByRole("button", { name: "Fees of Northwind Talent" }).click()
    assert.strictEqual(await shown(page, script("note")), 0)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: `Fees of ${script("agency")}` }).click()
    await page.getByRole("dialog", { name: script("agency") }).waitFor()

    await open(`/clients/${client}`, script("client"))
    await page.getByRole("button", { name: "Revoke the client" }).click()
    const dialog = page.getByRole("dialog", { name: script("client") })
    await dialog.getByRole("textbox").fill(script("client"))
    assert.isTrue(await dialog.getByRole("button", { name: "Revoke the client" }).isEnabled())
    await page.keyboard.press("Escape")

    await choosePage(page, "Requests")
    await page.getByRole("searchbox", { name: "Request id" }).fill(script("pasted"))
    await page.keyboard.press("Enter")
    await page
      .getByRole("main")
      .getByText(/No request has the id|must/)
      .first()
      .waitFor()
    await page.getByRole("searchbox", { name: "Request id" }).fill("script_in_names")
    await page.keyboard.press("Enter")
    await headed(page, /422/)
    assert.strictEqual(await shown(page, "first_name"), 0)
    assert.notInclude(await page.getByRole("main").innerText(), "alert")

    assert.deepStrictEqual(dialogs, [])
    assert.deepStrictEqual(violations, [])
    // The browser itself logs addresses that lead nowhere.
    assert.deepStrictEqual(
      complaints.filter((text) => !/status of 4(04|22)/.test(text)),
      []
    )
  })

  it("would be found: the page's policy stops what a script would put there, and the test hears of it (negative control)", async () => {
    const { page } = await openSignedIn(browser(), server)
    const reported = page.waitForEvent("console", (message) =>
      message.text().includes("policy violation: require-trusted-types-for")
    )
    const outcome = await page.evaluate<string>(`(() => {
      try { document.querySelector("main").innerHTML = "<img src=x>" } catch (error) { return error.name } })()`)
    assert.strictEqual(outcome, "TypeError")
    await reported
    await page.evaluate(`document.querySelector("main").append(new Image())`)
    assert.strictEqual(await made(page), 1)
  })
})
