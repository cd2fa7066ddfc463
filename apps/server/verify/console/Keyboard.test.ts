/**
 * The console with the keyboard alone, in a real browser: from the sign-in to a request, through a dialog and back (WCAG 2.1.1, 2.4.3).
 */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { missingBrowser } from "../docs/Browser.ts"
import { consoleServer, headed, openSignedIn, sharedBrowser, slow } from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** More places for the focus than any page has above its first rows. */
const stopsMax = 60

/** What has the focus, as a screen reader names it: its name, and the text of what has none. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(() => { const at = document.activeElement
      const text = (at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "")
      return text.replaceAll(/\\s+/g, " ").trim() })()`
  )

/** Presses Tab until something has the focus; returns all that had it on the way. */
const tabTo = async (page: Page, name: string): Promise<ReadonlyArray<string>> => {
  const stops: Array<string> = []
  while (stops.at(-1) !== name && stops.length < stopsMax) {
    await page.keyboard.press("Tab")
    stops.push(await focused(page))
  }
  assert.strictEqual(stops.at(-1), name, stops.join(" | "))
  return stops
}

describe.skipIf(missingBrowser !== undefined)(`the console with the keyboard alone${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()
  await server.call("POST", "/v1/users", {
    token: server.tokens.acme,
    headers: { "x-request-id": "by_keyboard" },
    json: { first_name: "Ada" }
  })
  await server.settleLog()

  it("finds a request after the sign-in, and goes on to its client; the focus is at the heading of each page (docs/decisions/0067)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    assert.strictEqual(await focused(page), "Overview")
    assert.deepStrictEqual(await tabTo(page, "Request id"), ["1 hour", "24 hours", "7 days", "Request id"])
    await page.keyboard.type("by_keyboard")
    await page.keyboard.press("Enter")
    await headed(page, /422\s+POST\s+\/v1\/users/)
    assert.strictEqual(await focused(page), "422 POST /v1/users")
    await tabTo(page, "sandbox-client")
    await page.keyboard.press("Enter")
    await headed(page, "sandbox-client")
    assert.strictEqual(await focused(page), "sandbox-client")
    quiet()
  })

  it("goes through the menu in its order, or skips it (docs/decisions/0067)", async () => {
    const { open, page, quiet } = await openSignedIn(browser(), server)
    await open("/", "Overview")
    const stops = await tabTo(page, "Sign out")
    const pages = [
      "Overview",
      "Requests",
      "Clients",
      "Organizations",
      "Webhooks",
      "Operators",
      "Audit",
      "Deprecations",
      "Health"
    ]
    assert.deepStrictEqual(stops.slice(0, pages.length + 1), ["Skip to the page", ...pages])
    await open("/", "Overview")
    await tabTo(page, "Skip to the page")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    assert.notInclude(["Overview", "Requests", "Sign out"], await focused(page))
    assert.isTrue(await page.evaluate<boolean>(`document.querySelector("main").contains(document.activeElement)`))
    quiet()
  })

  it("stays within an open dialog, closes it with Escape, and is back at the button (docs/decisions/0067)", async () => {
    const { open, page, quiet } = await openSignedIn(browser(), server)
    await open("/clients/sandbox-reader", "sandbox-reader")
    for (const name of ["Revoke the client", "Grant an organization", "Replace a leaked secret"]) {
      await tabTo(page, name)
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").waitFor()
      const isWithin = () =>
        page.evaluate<boolean>(
          `document.activeElement === document.body || document.querySelector("dialog").contains(document.activeElement)`
        )
      for (let stop = 0; stop < 30; stop++) {
        await page.keyboard.press("Tab")
        assert.isTrue(await isWithin(), `${name}: ${await focused(page)}`)
      }
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      assert.strictEqual(await focused(page), name)
    }
    quiet()
  })
})
