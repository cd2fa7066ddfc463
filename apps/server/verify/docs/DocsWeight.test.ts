/**
 * What the documentation page costs a reader: the bytes of the network, the elements that are drawn, and the processor time of the page until it has
 * settled. The time is compared with work that the same browser does at the same moment.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { sharedServer } from "../../test/TestServer.ts"
import { getBrowser, launch, missingBrowser } from "./Browser.ts"

/** The bytes of the page and its icon as they travel, compressed. */
const bytesMax = 1_200_000

/** With each group of endpoints open there are 43,000. */
const elementsMax = 8_000

/** The settled page takes at most the processor time of this number of controls, twice what was measured; with each group open it took 50. */
const controlsMax = 20

/** So long nothing may have kept the page busy once it has settled. */
const quietMs = 1_000

const slow = { timeout: 240_000 }
const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** Notes when the page was last busy for longer than 50 ms, which is what a reader feels. */
const watchBusy = `globalThis.busyUntil = 0
new PerformanceObserver((list) => {
  for (const { duration, startTime } of list.getEntries()) globalThis.busyUntil = startTime + duration
}).observe({ type: "longtask", buffered: true })`

/** When the page was last busy, once it has been quiet for long enough. */
const settled = `new Promise((resolve) => {
  const look = () => (performance.now() - globalThis.busyUntil > ${quietMs} ? resolve(globalThis.busyUntil) : requestIdleCallback(look))
  look()
})`

/** Work of the processor alone: lists are sorted. */
const control = `for (let round = 0; round < 8; round++) {
  Array.from({ length: 100000 }, (_, index) => (index * 7919) % 100003).sort((left, right) => left - right)
}`

describe.skipIf(missingBrowser !== undefined)(`the documentation page${notRun}`, slow, async () => {
  const server = await sharedServer()
  let program: Awaited<ReturnType<typeof getBrowser>>
  let browser: Browser
  beforeAll(async () => {
    program = await getBrowser()
    browser = await launch(program)
  }, slow.timeout)
  afterAll(async () => {
    await browser.close()
    program[Symbol.dispose]()
  })

  it("is small on the network, draws what a reader sees, and settles soon (docs/decisions, 104)", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const network = await page.context().newCDPSession(page)
    await network.send("Network.enable")
    let bytes = 0
    network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength))
    // The processor time of the page's thread: other programs may have the processor meanwhile.
    await network.send("Performance.enable", { timeDomain: "threadTicks" })
    const busySeconds = async (): Promise<number> => {
      const { metrics } = await network.send("Performance.getMetrics")
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN
    }
    await page.addInitScript(watchBusy)
    await page.goto(`${server.publicUrl}/docs`)
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor({ timeout: slow.timeout })
    const settledMs = Number(await page.evaluate(settled))
    const spent = await busySeconds()
    await page.evaluate(control)
    const ofControl = (await busySeconds()) - spent
    const elements = Number(await page.evaluate("document.querySelectorAll('*').length"))
    const controls = spent / ofControl
    console.log(
      `${bytes} bytes, ${elements} elements, ${Math.round(settledMs)} ms; ${spent.toFixed(1)} s of the processor, ${controls.toFixed(1)} controls`
    )
    assert.isBelow(bytes, bytesMax)
    assert.isBelow(elements, elementsMax)
    assert.isBelow(controls, controlsMax)
  })

  it("draws an endpoint whose address is opened (docs/decisions, 104)", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${server.publicUrl}/docs#tag/jobs/GET/v1/jobs/{jobId}`)
    await page.getByRole("region", { name: "Get a job", exact: true }).first().waitFor({ timeout: slow.timeout })
  })
})
