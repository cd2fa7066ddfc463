/**
 * An hour of the overview on a screen, by a clock that the test moves (docs/decisions/0067): the page asks again every half a minute, shows what it was
 * reported, and its memory stays as it is.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { CDPSession, Page } from "playwright-core"
import { missingBrowser } from "../docs/Browser.ts"
import { consoleServer, factOf, headed, linkOf, openWindow, sharedBrowser, slow } from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** How often the page asks. */
const everyMs = 30_000

/** As many times the page asks in an hour. */
const pollsOfHour = 3_600_000 / everyMs

/** After this number, all that is made once has been made: the browser compiles what runs often, and each minute of the plot has had a value. */
const pollsOfStart = 2 * pollsOfHour

/** What an hour may add, of 5.8 MB: it adds 0.1 MB as measured. */
const growthMaxBytes = 300_000

/** What a page holds once its garbage is collected. */
const heldBy = async (session: CDPSession) => {
  // What the first collection sets free may hold more.
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  const { documents, jsEventListeners, nodes } = await session.send("Memory.getDOMCounters")
  return { bytes: usedSize, documents, jsEventListeners, nodes }
}

describe.skipIf(missingBrowser !== undefined)(`an hour of the overview${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()
  const readTraffic = Schema.decodeUnknownSync(Schema.Struct({ requests: Schema.Int }))

  /** Lets the page ask once more after a partner has, and waits until it shows the change. */
  const poll = async (page: Page) => {
    await server.call("GET", "/v1/jobs?limit=1", { token: server.tokens.acme })
    await server.advance(everyMs)
    // The session of a page that nobody uses would end.
    await page.keyboard.press("Shift")
    const answered = page.waitForResponse(/\/operator\/v1\/traffic\?/)
    await page.clock.fastForward(everyMs)
    const { requests } = readTraffic(await (await answered).json())
    await factOf(page, "Requests")
      .filter({ hasText: new RegExp(`^${requests}$`) })
      .waitFor()
    return requests
  }

  it("shows each new number, and holds no more at its end than at its beginning (docs/decisions/0067)", async () => {
    const { page, quiet } = await openWindow(browser())
    await page.clock.install()
    await page.goto(await linkOf(server, "Ada", "viewer"))
    await headed(page, "Overview")
    await page.locator("canvas").nth(2).waitFor({ state: "attached" })
    const session = await page.context().newCDPSession(page)
    await session.send("HeapProfiler.enable")
    for (let count = 0; count < pollsOfStart; count++) await poll(page)
    const before = await heldBy(session)
    for (let count = 0; count < pollsOfHour; count++) await poll(page)
    const after = await heldBy(session)
    assert.isAtMost(after.bytes - before.bytes, growthMaxBytes)
    assert.strictEqual(after.documents, before.documents)
    assert.isAtMost(after.nodes, before.nodes * 1.1)
    assert.isAtMost(after.jsEventListeners, before.jsEventListeners * 1.1)
    quiet()
  })
})
