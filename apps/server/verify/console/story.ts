/**
 * Makes the pictures of `docs/console.md`: starts the sandbox, has a partner send a wrong request, and answers the partner in the console, from
 * the sign-in link to the client. Run it after a change of these pages: `pnpm --filter @partner-api/server story`.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Readline from "node:readline"
import type { Page } from "playwright-core"
import { temporaryFolder } from "../../test/TestServer.ts"
import { getBrowser, launch } from "../docs/Browser.ts"

const root = new URL("../../../../", import.meta.url)
const pathOf = (file: string): string => new URL(file, root).pathname

/** The most that a reader of the page loads for a picture. */
const pictureMaxBytes = 120_000

/** How often the request is looked for: the log has it a quarter of a second after its answer. */
const triesMax = 20

using folder = temporaryFolder()
const sandbox = ChildProcess.spawn(process.execPath, [pathOf("apps/server/src/main.ts"), "sandbox"], {
  cwd: folder.path,
  env: { PATH: process.env["PATH"], PORT: "0", OPERATOR_PORT: "0", NODE_ENV: "production" },
  stdio: ["ignore", "pipe", "inherit"]
})

/** The address of the partners' API, and the link of the operator, as the sandbox prints them. */
const readStart = async () => {
  const lines: Array<string> = []
  const found = (pattern: RegExp): string | undefined => pattern.exec(lines.join("\n"))?.[1]
  for await (const line of Readline.createInterface({ input: sandbox.stdout })) {
    lines.push(line)
    const [api, link] = [found(/Base URL\s+(http:\S+)/), found(/(http:\S+\/console\/#login=\S+)/)]
    if (api !== undefined && link !== undefined) return { api, link }
  }
  throw new Error(`the sandbox ended: ${lines.join("\n")}`)
}

const sign = async (api: string, id: string): Promise<string> => {
  const answer = await fetch(`${api}/v1/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: id, client_secret: `${id}-secret` })
  })
  return Object(await answer.json()).access_token
}

/** What partners ask on a day: jobs, users, a page that is not there. Then one of them sends a wrong request, and has its id. */
const makeTraffic = async (api: string): Promise<string> => {
  const [partner, reader] = [await sign(api, "sandbox-partner"), await sign(api, "sandbox-reader")]
  const get = (path: string, token: string) => fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
  for (let count = 0; count < 12; count++)
    await Promise.all([get("/v1/jobs?limit=20", reader), get("/v1/users", partner)])
  for (const path of ["/v1/users", "/v1/jobs/job_none", "/v1/jobs?limit=0"]) await get(path, reader)
  const wrong = await fetch(`${api}/v1/users`, {
    method: "POST",
    headers: { authorization: `Bearer ${partner}`, "content-type": "application/json" },
    body: JSON.stringify({ first_name: "Grace", email: "grace at example.com", role: "recruiter" })
  })
  return wrong.headers.get("x-request-id") ?? ""
}

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

const tell = async (page: Page): Promise<void> => {
  const { api, link } = await readStart()
  const id = await makeTraffic(api)
  await page.goto(link)
  await headed(page, "Overview")
  await page.locator("canvas").nth(2).waitFor()
  await page.getByRole("searchbox", { name: "Request id" }).fill(id)
  await page.getByRole("cell", { name: "unprocessable_entity" }).first().waitFor()
  await takePicture(page, "console-overview")
  await find(page)
  await takePicture(page, "console-request")
  await page.getByRole("link", { name: "sandbox-partner" }).click()
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
  .finally(() => sandbox.kill())
