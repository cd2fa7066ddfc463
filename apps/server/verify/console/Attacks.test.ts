/**
 * Attacks on an operator who is signed in, from outside and in a real browser (docs/threat-model.md): pages of another origin and of another
 * site that send, read and embed; links and sessions in the wrong hands; a viewer who wants more.
 */
import * as Http from "node:http"
import { operatorEndpoints } from "@partner-api/contract/operator/OperatorEndpoints"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { processesOn } from "../../test/operator/OnFile.ts"
import { openConsole, sessionPath } from "../../test/operator/ConsoleSession.ts"
import { foreignName, missingBrowser } from "../docs/Browser.ts"
import { consoleServer, headed, linkOf, openSignedIn, openWindow, sharedBrowser, slow } from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** A page of somebody else, which is on this machine under two names: one is the site of the console, one is not. */
const serve = async (html: string) => {
  const server = Http.createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === "object" ? address?.port : ""
  return { "another port": `http://127.0.0.1:${port}/`, "another site": `http://${foreignName}:${port}/` }
}

type Elsewhere = keyof Awaited<ReturnType<typeof serve>>

const elsewhere: ReadonlyArray<Elsewhere> = ["another port", "another site"]

describe.skipIf(missingBrowser !== undefined)(`attacks on the console${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()
  const clientsAt = `${server.consoleUrl}/operator/v1/clients`

  const clients = async () =>
    (await server.query("SELECT id, name, revoked_at FROM clients ORDER BY id")).map((row) => ({ ...row }))

  /** What a script of a page comes to: the status that it could read, or that it could not. */
  const attempt = (page: Page, script: string): Promise<string> =>
    page.evaluate<string>(
      `(async () => { try { const answer = await ${script}; return "read " + answer.status + " " + await answer.text() } catch { return "refused" } })()`
    )

  it.for(elsewhere)("do nothing with a request that a page of %s sends (CSRF)", async (place) => {
    const { context, page: own } = await openSignedIn(browser(), server)
    const before = await clients()
    const body = '{"name":"Planted"}'
    const address = (
      await serve(`<form id="plain" method="post" enctype="text/plain" action="${clientsAt}">
        <input name='{"name":"Planted","x":"' value='"}'></form>
        <form id="sign-in" method="post" action="${server.consoleUrl}${sessionPath}"><input name="token" value="x"></form>
        <img src="${clientsAt}"><script src="${clientsAt}"></script>`)
    )[place]
    const page = await context.newPage()
    await page.goto(address)
    const statuses: Array<number> = []
    context.on("response", (answer) => {
      if (answer.url().startsWith(server.consoleUrl) && answer.request().method() !== "OPTIONS")
        statuses.push(answer.status())
    })
    for (const options of [
      `{ method: "POST", mode: "no-cors", credentials: "include", headers: { "content-type": "text/plain" }, body: '${body}' }`,
      `{ method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: '${body}' }`,
      `{ method: "DELETE", credentials: "include" }`,
      `{ credentials: "include" }`
    ]) {
      for (const path of ["", "/sandbox-reader"]) {
        const outcome = await attempt(page, `fetch("${clientsAt}${path}", ${options})`)
        // A page that asks for no answer gets none to read.
        assert.oneOf(outcome, ["refused", "read 0 "], options)
      }
    }
    assert.strictEqual(await page.evaluate<boolean>(`navigator.sendBeacon("${clientsAt}", '${body}')`), true)
    const answered = page.waitForResponse(clientsAt)
    await page.evaluate(`document.getElementById("plain").submit()`)
    assert.strictEqual((await answered).status(), 403)
    assert.isTrue(statuses.length > 0 && statuses.every((status) => status === 403 || status === 401), statuses.join())
    assert.deepStrictEqual(await clients(), before)
    // The operator is signed in as before.
    await own.reload()
    await headed(own, "Overview")
  })

  it.for(elsewhere)("show nothing of the console in a frame of %s (clickjacking)", async (place) => {
    const { context } = await openSignedIn(browser(), server)
    const address = (await serve(`<iframe src="${server.consoleUrl}/console/clients"></iframe>`))[place]
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors 'none'"))
    await page.goto(address)
    await refused
    for (const frame of page.frames().slice(1)) {
      assert.notInclude(await frame.locator("body").innerText(), "Clients")
      assert.notInclude(frame.url(), "/console/")
    }
  })

  it("let no page hold a window of the console (tabnabbing)", async () => {
    const { context } = await openSignedIn(browser(), server)
    const page = await context.newPage()
    await page.goto((await serve("<p>hello</p>"))["another port"])
    const opened = context.waitForEvent("page")
    await page.evaluate(`window.held = window.open("${server.consoleUrl}/console/clients")`)
    await headed(await opened, "Clients")
    assert.isTrue(await page.evaluate<boolean>("window.held.closed"))
  })

  it("open no second session with a link that was used, and leave none in the address (stolen link)", async () => {
    const link = await linkOf(server, "Lena", "admin")
    const first = await openWindow(browser())
    await first.page.goto(link)
    await headed(first.page, "Overview")
    assert.notInclude(first.page.url(), "login")
    assert.notInclude(await first.page.evaluate<string>("JSON.stringify(history.state) + location.href"), "login=")
    await first.page.goBack()
    assert.strictEqual(first.page.url(), "about:blank")
    const thief = await openWindow(browser())
    await thief.page.goto(link)
    assert.match(await thief.page.getByRole("alert").innerText(), /unknown, used or expired/)
    await thief.page.goto(`${server.consoleUrl}/console/clients`)
    await headed(thief.page, "Sign in")
    assert.deepStrictEqual(await thief.context.cookies(), [])
  })

  const cookieOf = async (context: BrowserContext): Promise<string> => {
    const [cookie, ...others] = await context.cookies()
    assert.deepStrictEqual(others, [])
    assert.deepInclude(cookie, { name: "console", httpOnly: true, sameSite: "Strict", path: "/" })
    return `${cookie?.name}=${cookie?.value}`
  }

  const statusWith = async (cookie: string): Promise<number> => {
    const { close, send } = openConsole(server)
    const { status } = await send("GET", sessionPath, { headers: { cookie } })
    close()
    return status
  }

  it("end with `console revoke`: the open page leads to the sign-in, and the cookie is good for nothing (session theft)", async () => {
    const { context, page } = await openSignedIn(browser(), server, { name: "Otto" })
    const cookie = await cookieOf(context)
    assert.strictEqual(await page.evaluate<string>("document.cookie"), "")
    assert.strictEqual(await statusWith(cookie), 200)
    const { code } = await processesOn(server.databaseFile).run("console", "revoke", "--operator", "Otto", "--yes")
    assert.strictEqual(code, 0)
    assert.strictEqual(await statusWith(cookie), 401)
    // The overview has the names of the clients, so the page of clients requests nothing for a few seconds.
    await page.getByRole("link", { name: "Audit", exact: true }).click()
    await headed(page, "Sign in")
    assert.strictEqual(await page.getByRole("table").count(), 0)
  })

  it("end with the sign-out: a copy of the cookie is good for nothing, and the way back shows no page (session theft)", async () => {
    const { context, page } = await openSignedIn(browser(), server, { name: "Paula" })
    const cookie = await cookieOf(context)
    await page.getByRole("link", { name: "Clients", exact: true }).click()
    await headed(page, "Clients")
    await page.getByRole("button", { name: "Sign out" }).click()
    await headed(page, "Sign in")
    assert.strictEqual(await statusWith(cookie), 401)
    assert.deepStrictEqual(await context.cookies(), [])
    await page.goBack()
    await headed(page, "Sign in")
    assert.strictEqual(await page.getByRole("table").count(), 0)
  })

  it("give a viewer no button that changes, and no write by hand (roles)", async () => {
    const { open, page } = await openSignedIn(browser(), server, { name: "Vera", role: "viewer" })
    const before = await clients()
    const reading =
      /^(Menu|Sign out|Find|Refresh|Check again|Apply|Clear|Search|Copy .*|Load more|Look further|Download CSV|(Fees|Terms) of .*)$/
    for (const [address, heading] of [
      ["/", "Overview"],
      ["/requests", "Requests"],
      ["/clients", "Clients"],
      ["/clients/sandbox-client", "sandbox-client"],
      ["/organizations/org_acme?kind=agencies", "Acme"],
      ["/webhooks", "Webhooks"],
      ["/operators", "Operators"],
      ["/audit", "Audit"],
      ["/deprecations", "Deprecations"],
      ["/health", "Health"]
    ] as const) {
      await open(address, heading)
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
      for (const button of await page.getByRole("button").all()) {
        const name = (await button.getAttribute("aria-label")) ?? (await button.innerText())
        assert.match(name.trim(), reading, address)
      }
    }
    // The browser of the viewer has the cookie and the right origin: the role alone stands in the way.
    const writes = operatorEndpoints.filter(({ id, method }) => method !== "GET" && !id.startsWith("session."))
    assert.isAbove(writes.length, 5)
    for (const { id, method, path } of writes) {
      const address = path.replaceAll(/:[A-Za-z]+/g, "sandbox-reader")
      const outcome = await attempt(
        page,
        `fetch("${address}", { method: "${method}", ${method === "POST" ? `headers: { "content-type": "application/json" }, body: "{}"` : ""} })`
      )
      assert.match(outcome, /^read 403 .*the role admin; yours is viewer/, id)
    }
    assert.deepStrictEqual(await clients(), before)
  })
})
