/**
 * Makes the pictures of `docs/console.md`: starts the sandbox, has a partner send a wrong request, and answers the partner in the console, from
 * the sign-in link to the client. Run it after a change of these pages: `pnpm --filter @partner-api/server story`.
 */
import * as Fs from "node:fs"
import type { Page } from "playwright-core"
import { getBrowser, launch } from "../docs/Browser.ts"
import { pathOf, startPictureSandbox } from "./PictureSandbox.ts"

/** The most that a reader of the page loads for a picture. */
const pictureMaxBytes = 120_000

/** How often the request is looked for: the log has it a quarter of a second after its answer. */
const triesMax = 20

const takePicture = async (page: Page, name: string): Promise<void> => {
  const file = pathOf(`docs/images/${name}.png`)
  await page.screenshot({ path: file, animations: "disabled" })
  const { size } = Fs.statSync(file)
  if (size > pictureMaxBytes) throw new Error(`${file} has ${size} bytes, more than ${pictureMaxBytes}`)
}

const headed = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("heading", { level: 1, name }).waitFor()

/** Presses "Find" until the log has the request. */
const find = async (page: Page, tries = triesMax): Promise<void> => {
  await page.getByRole("button", { name: "Find" }).click()
  const heading = page.getByRole("heading", { level: 1, name: /422/ })
  await heading.or(page.getByText("No request has the id")).waitFor()
  if (await heading.isVisible()) return
  if (tries === 0) throw new Error("the log does not have the request")
  await find(page, tries - 1)
}

using sandbox = await startPictureSandbox()

const tell = async (page: Page): Promise<void> => {
  const { link, requestId: id } = sandbox
  await page.goto(link)
  await headed(page, "Overview")
  await page.locator("canvas").nth(2).waitFor()
  await page.getByRole("searchbox", { name: "Request id" }).fill(id)
  await page.getByRole("cell", { name: "unprocessable_entity" }).first().waitFor()
  await takePicture(page, "console-overview")
  await find(page)
  await takePicture(page, "console-request")
  await page.getByRole("link", { name: "sandbox-partner" }).first().click()
  await headed(page, "sandbox-partner")
  await page.getByRole("link", { name: "POST /v1/users" }).waitFor()
  await takePicture(page, "console-client")
}

using program = await getBrowser()
const browser = await launch(program)
await browser
  .newPage({ viewport: { width: 1200, height: 820 }, locale: "en-US", colorScheme: "light", reducedMotion: "reduce" })
  .then(tell)
  .finally(() => browser.close())
