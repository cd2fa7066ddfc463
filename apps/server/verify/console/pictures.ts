/**
 * Writes a picture of every page of the console into a folder: light and dark at a desk, and on a phone. To be looked at after a change of the
 * design: `pnpm --filter @partner-api/server pictures FOLDER`.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Browser } from "playwright-core"
import { getBrowser, launch } from "../docs/Browser.ts"
import { startPictureSandbox } from "./PictureSandbox.ts"

const [folder = "pictures", ...names] = process.argv.slice(2)
Fs.mkdirSync(folder, { recursive: true })

/** A desk, and a phone of the present size. */
const looks = [
  ["light", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
  ["phone", { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true }]
] as const

/** The pages, each with the button that opens a dialog, if it is that which is looked at. */
const places: ReadonlyArray<readonly [name: string, address: string, button?: string]> = [
  ["overview", "/"],
  ["overview-7d", "/?period=7d"],
  ["requests", "/requests"],
  ["requests-errors", "/requests?status=4xx-5xx"],
  ["requests-none", "/requests?status=5xx"],
  ["clients", "/clients"],
  ["client", "/clients/sandbox-partner"],
  ["client-create", "/clients", "Create a client"],
  ["client-revoke", "/clients/sandbox-partner", "Revoke the client"],
  ["organizations", "/organizations"],
  ["organization", "/organizations/org_acme"],
  ["organization-jobs", "/organizations/org_acme?kind=jobs"],
  ["organization-reasons", "/organizations/org_acme?kind=reasons"],
  ["webhooks", "/webhooks"],
  ["operators", "/operators"],
  ["operator-invite", "/operators", "Invite an operator"],
  ["audit", "/audit"],
  ["audit-organization", "/audit?organization_id=org_acme"],
  ["deprecations", "/deprecations"],
  ["health", "/health"]
]

using sandbox = await startPictureSandbox()
const { origin } = new URL(sandbox.link)
using program = await getBrowser()
const browser = await launch(program)

/** Signs in with the link, and keeps the session for every look. */
const signIn = async (): Promise<Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(sandbox.link)
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  return context.storageState()
}

const storageState = await signIn()
for (const [look, options] of looks) {
  const context = await browser.newContext({ ...options, storageState, locale: "en-US", reducedMotion: "reduce" })
  const page = await context.newPage()
  const take = (name: string) =>
    page.screenshot({ path: Path.join(folder, `${name}-${look}.png`), fullPage: look !== "phone" })
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  for (const [name, address, button] of places) {
    if (!isWanted(name)) continue
    await page.goto(`${origin}/console${address}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.waitForLoadState("networkidle")
    if (button !== undefined) await page.getByRole("button", { name: button, exact: true }).click()
    await take(name)
  }
  if (isWanted("request")) {
    await page.goto(`${origin}/console/requests?request_id=${sandbox.requestId}`)
    await page.getByRole("link", { name: "POST /v1/users" }).click()
    await page.getByRole("heading", { level: 1, name: /422/ }).waitFor()
    await page.waitForLoadState("networkidle")
    await take("request")
  }
  if (isWanted("sign-in")) {
    await context.clearCookies()
    await page.goto(`${origin}/console/`)
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
    await take("sign-in")
  }
  await context.close()
}
await browser.close()
