/**
 * No barrier on any page of the console, nor in any of its dialogs (WCAG 2.2 AA, as far as axe can tell): light at a desk, and dark on a
 * phone.
 */
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "../../test/HttpCall.ts"
import { sharedSink } from "../../test/webhooks/Sink.ts"
import { missingBrowser } from "../docs/Browser.ts"
import { barriersOn } from "./BarrierScan.ts"
import {
  consoleServer,
  desk,
  headed,
  linkOf,
  openSignedIn,
  openWindow,
  phone,
  sharedBrowser,
  slow
} from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** Contrast depends on the colours, and what is cut off or too small on the width: each of both is there once. */
const looks = [
  ["light", "at a desk", { colorScheme: "light", viewport: desk }],
  ["dark", "on a phone", { colorScheme: "dark", viewport: phone, hasTouch: true }]
] as const

describe.skipIf(missingBrowser !== undefined)(`barriers in the console${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()
  const sink = await sharedSink(({ type }) => (type === "ping" ? 204 : 400))
  const made = await server.call("POST", "/v1/webhook_endpoints", {
    token: server.tokens.acme,
    json: { url: sink.url, types: ["user.*"] }
  })
  const endpoint = textOf(made, "id")
  await sink.count(1)
  const { host } = new URL(sink.url)
  await server.call("POST", "/v1/users", {
    token: server.tokens.acme,
    json: { first_name: "Ada", last_name: "King", email: "ada@example.com" }
  })
  await server.call("POST", "/v1/users", {
    token: server.tokens.acme,
    headers: { "x-request-id": "barrier" },
    json: { first_name: "Ada", email: "no address" }
  })
  await sink.count(2)
  await server.advance(1_000)
  await server.query("UPDATE webhook_deliveries SET status = 'failed', next_attempt_at_ms = NULL WHERE type <> 'ping'")

  /** The pages, each with its heading and the buttons that open its dialogs. */
  const places: ReadonlyArray<
    readonly [address: string, heading: string | RegExp, buttons: ReadonlyArray<string | RegExp>]
  > = [
    ["/", "Overview", []],
    ["/?period=7d", "Overview", []],
    ["/requests", "Requests", []],
    ["/requests?status=5xx&client_id=nobody", "Requests", []],
    ["/clients", "Clients", ["Create a client"]],
    [
      "/clients/sandbox-client",
      "sandbox-client",
      [
        "Revoke the client",
        "Grant an organization",
        "Change the grant of Acme",
        "Withdraw the grant of Acme",
        "Add a secret",
        "Replace a leaked secret"
      ]
    ],
    ["/organizations", "Organizations", ["Create an organization"]],
    ["/organizations/org_acme", "Acme", ["Rename", /^Terms of /]],
    ["/organizations/org_acme?kind=jobs", "Acme", []],
    ["/organizations/org_acme?kind=users", "Acme", []],
    ["/organizations/org_acme?kind=agencies", "Acme", ["Fees of Hirewell"]],
    ["/organizations/org_acme?kind=reasons", "Acme", []],
    ["/webhooks", "Webhooks", []],
    [`/webhooks/${endpoint}`, host, ["Disable", "Recover failed deliveries"]],
    ["/operators", "Operators", ["Invite an operator"]],
    ["/audit", "Audit", []],
    ["/deprecations", "Deprecations", []],
    ["/health", "Health", []],
    ["/nowhere", "There is no such page", []]
  ]

  it.for(looks)("are on no page and in no dialog, %s, %s (docs/decisions/0067)", async ([, , options]) => {
    const barriers: Array<string> = []
    const stranger = await openWindow(browser(), options)
    await stranger.page.goto(`${server.consoleUrl}/console/`)
    await headed(stranger.page, "Sign in")
    barriers.push(...(await barriersOn(stranger.page, "sign-in")))

    const { open, page, quiet } = await openSignedIn(browser(), server, options)
    const settled = () => page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
    for (const [address, heading, buttons] of places) {
      await open(address, heading)
      await settled()
      barriers.push(...(await barriersOn(page, address)))
      for (const name of buttons) {
        await page.getByRole("button", { name, exact: true }).first().click()
        const dialog = page.getByRole("dialog")
        await dialog.waitFor()
        await dialog.getByText("Loading").waitFor({ state: "detached" })
        barriers.push(...(await barriersOn(page, `${address}, ${String(name)}`)))
        await page.keyboard.press("Escape")
        await dialog.waitFor({ state: "detached" })
      }
    }
    await page.goto(`${server.consoleUrl}/console/requests?request_id=barrier`)
    await page.getByRole("link", { name: "POST /v1/users" }).click()
    await headed(page, /422/)
    barriers.push(...(await barriersOn(page, "one request")))
    if (options.viewport === phone) {
      await page.getByRole("button", { name: "Menu" }).click()
      await page.getByRole("link", { name: "Audit", exact: true }).waitFor()
      barriers.push(...(await barriersOn(page, "the open menu")))
      await page.getByRole("link", { name: "Audit", exact: true }).click()
      await headed(page, "Audit")
      await page.getByText("Filters", { exact: true }).click()
      await page.getByLabel("Action").waitFor()
      barriers.push(...(await barriersOn(page, "open filters")))
    }
    assert.deepStrictEqual(barriers, [])
    quiet()
  })

  it("would be found (negative control)", async () => {
    const { page } = await openSignedIn(browser(), server)
    await page.evaluate(`document.querySelector("main").append(document.createElement("button"))`)
    assert.match((await barriersOn(page, "here")).join(), /^here: button-name/)
    const blank = await openWindow(browser())
    await blank.page.goto("about:blank")
    assert.isNotEmpty(await barriersOn(blank.page, "blank"))
  })

  it("are none in what a new client's secret is shown with, and in a page that failed (docs/decisions/0067)", async () => {
    const { open, page } = await openSignedIn(browser(), server)
    await open("/clients", "Clients")
    await page.getByRole("button", { name: "Create a client" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("No barrier")
    await page.getByRole("dialog").getByLabel("Organization", { exact: true }).fill("org_nobody")
    await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click()
    await page.getByRole("dialog").getByRole("alert").waitFor()
    assert.deepStrictEqual(await barriersOn(page, "refused"), [])
    await page.getByRole("dialog").getByLabel("Organization", { exact: true }).fill("org_acme")
    await page.getByRole("radio", { name: /^employer:/ }).check()
    await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click()
    await page.getByRole("dialog", { name: "The client is created" }).waitFor()
    assert.deepStrictEqual(await barriersOn(page, "secret"), [])
    await page.goto(`${server.consoleUrl}/console/clients/nobody`)
    await page.getByRole("alert").waitFor()
    assert.deepStrictEqual(await barriersOn(page, "failed"), [])
    const used = await openWindow(browser())
    const link = await linkOf(server, "Twice", "viewer")
    await used.page.goto(link)
    await headed(used.page, "Overview")
    const second = await openWindow(browser())
    await second.page.goto(link)
    await second.page.getByRole("alert").waitFor()
    assert.deepStrictEqual(await barriersOn(second.page, "used link"), [])
  })
})
