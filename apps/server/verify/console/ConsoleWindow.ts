/**
 * The console in a real browser: a server with data of the sandbox, and windows of operators who are signed in with a link as they get it.
 *
 * A window notes what its page complains of and what its policy refuses; `quiet` asserts that there was nothing.
 */
import { afterAll, assert, beforeAll, onTestFinished } from "@effect/vitest"
import type { OperatorRole } from "@partner-api/domain/operator/Operator"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { makeLink } from "../../test/operator/ConsoleSession.ts"
import { sharedServer, type TestServer, type TestServerOptions } from "../../test/TestServer.ts"
import { getBrowser, launch, watch } from "../docs/Browser.ts"

/** How long a browser takes to start on a machine that is busy with other tests. */
export const slow = { timeout: 120_000 }

/** As long as a request waits until the log has it and counts it, by the clock of the server. */
const settleMs = 2_000

/** A desk, and a phone that is narrower than most. */
export const desk = { width: 1280, height: 900 }
export const phone = { width: 360, height: 740 }

/** A server that has a console, keeps the requests of partners, and sends webhooks to this machine. */
export const consoleServer = async (options: TestServerOptions = {}) => {
  const server = await sharedServer({
    hasConsole: true,
    keepsRequestLog: true,
    hostPolicy: { hosts: [], loopback: true },
    ...options
  })
  return {
    ...server,
    /** Has the log written: what partners have asked so far can be found. */
    settleLog: () => server.advance(settleMs)
  }
}

/** A browser for a whole test file. Call it within `describe`. */
export const sharedBrowser = (args: ReadonlyArray<string> = []): (() => Browser) => {
  let program: Awaited<ReturnType<typeof getBrowser>>
  let browser: Browser
  beforeAll(async () => {
    program = await getBrowser()
    browser = await launch(program, args)
  }, slow.timeout)
  afterAll(async () => {
    await browser.close()
    program[Symbol.dispose]()
  })
  return () => browser
}

/** A new window of a browser, which nobody has signed in to. It closes with its test. */
export const openWindow = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({
    viewport: desk,
    locale: "en-US",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const watched = await watch(page)
  return {
    page,
    context,
    ...watched,
    /** Asserts that the page complained of nothing, and that its policy refused nothing. */
    quiet: () => assert.deepStrictEqual(watched, { complaints: [], violations: [] })
  }
}

type Server = Pick<TestServer, "run" | "consoleUrl">

/** The link that an operator gets. */
export const linkOf = async (server: Server, name: string, role: OperatorRole): Promise<string> =>
  `${server.consoleUrl}/console/#login=${await makeLink(server, name, role)}`

/** Opens the link of an operator, and waits until the overview is there. */
export const openSignedIn = async (
  browser: Browser,
  server: Server,
  {
    name = "Ada Lovelace",
    role = "admin",
    ...options
  }: BrowserContextOptions & { readonly name?: string; readonly role?: OperatorRole } = {}
) => {
  const opened = await openWindow(browser, options)
  await opened.page.goto(await linkOf(server, name, role))
  await headed(opened.page, "Overview")
  return {
    ...opened,
    name,
    /** Goes to a page by its address, as somebody who has kept it. */
    open: async (address: string, heading: string | RegExp) => {
      await opened.page.goto(`${server.consoleUrl}/console${address}`)
      await headed(opened.page, heading)
    }
  }
}

/** Waits until a page is there, by its heading. */
export const headed = (page: Page, heading: string | RegExp): Promise<void> =>
  page.getByRole("heading", { level: 1, name: heading }).waitFor()

/** Chooses a page of the menu. */
export const choosePage = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click()
  await headed(page, name)
}

/** The rows of a table, without its head, each as its cells. */
export const rowsOf = async (page: Page, caption: string | RegExp): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const rows = page.getByRole("table", { name: caption }).getByRole("row")
  await rows.nth(1).waitFor()
  const found = await rows.all()
  return Promise.all(
    found
      .slice(1)
      .map(async (row) =>
        (await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim())
      )
  )
}

/** What stands beside a name among the facts of a page. */
export const factOf = (page: Page, name: string) =>
  page.getByRole("definition").and(page.locator(`dt:text-is("${name}") + dd`))
